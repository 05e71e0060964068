import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ErrorCode } from '#contract/errors.ts'
import {
  type FileToRead,
  fitsDescription,
  MOST_DESCRIPTION_FILES,
  MOST_VERSIONS,
  maySee,
  type PlaceForResult,
  PROJECT_BYTES,
  type ResultToChange,
  TEAM_BYTES,
  whyNotPublish,
  whyNotReplace,
  whyNotTouch,
} from './file.ts'

const place: PlaceForResult = {
  project: {},
  team: {},
  isTeamShown: true,
  isAdministrator: true,
  isWorking: true,
  category: {},
  present: null,
  usedBytes: 0,
}
const incoming = { sha256: 'new', size: 10 }

const publishing: [string, Partial<PlaceForResult>, ErrorCode | null][] = [
  ['an administrator of a team at work may', {}, null],
  ['there is no such project', { project: null, team: null }, 'project_not_found'],
  ['there is no such team', { team: null, isAdministrator: false }, 'team_not_found'],
  ['a team that nothing shows is not there for strangers', { isTeamShown: false, isAdministrator: false }, 'team_not_found'],
  ['a mere member may not', { isAdministrator: false, isWorking: false }, 'not_team_administrator'],
  ['a team that works elsewhere may not', { isWorking: false, category: null }, 'not_working_on_it'],
  ['there is no such category', { category: null }, 'unknown_category'],
  ['the category holds another file', { present: { sha256: 'old' } }, 'category_taken'],
  ['the category holds this very file, however full the space', { present: { sha256: 'new' }, usedBytes: TEAM_BYTES }, null],
  ['the space is just large enough', { usedBytes: TEAM_BYTES - 10 }, null],
  ['the space is one byte too small', { usedBytes: TEAM_BYTES - 9 }, 'quota_exceeded'],
]
for (const [what, given, why] of publishing)
  test(`publishing: ${what}`, () => assert.equal(whyNotPublish({ ...place, ...given }, incoming), why))

const present: ResultToChange = { sha256: 'old', version: 1, isMember: true, isAdministrator: true, isDeleted: false, usedBytes: 0 }
const replacing: [string, Partial<ResultToChange> | undefined, ErrorCode | null][] = [
  ['an administrator may', {}, null],
  ['there is no such file', undefined, 'file_not_found'],
  ['strangers do not find it', { isMember: false, isAdministrator: false }, 'file_not_found'],
  ['a mere member may not', { isAdministrator: false }, 'not_team_administrator'],
  ['a removed one is not there', { isDeleted: true }, 'file_not_found'],
  ['the nineteenth version can be followed', { version: MOST_VERSIONS - 1 }, null],
  ['the twentieth is the last', { version: MOST_VERSIONS }, 'too_many_versions'],
  ['the same bytes are no version', { version: MOST_VERSIONS, sha256: 'new', usedBytes: TEAM_BYTES }, null],
  ['the space is one byte too small', { usedBytes: TEAM_BYTES - 9 }, 'quota_exceeded'],
]
for (const [what, given, why] of replacing)
  test(`replacing: ${what}`, () => assert.equal(whyNotReplace(given && { ...present, ...given }, incoming), why))

test('removing again is no fault, a removed file of strangers is still not there', () => {
  assert.equal(whyNotTouch({ ...present, isDeleted: true }), null)
  assert.equal(whyNotTouch({ ...present, isDeleted: true, isMember: false }), 'file_not_found')
})

const open: FileToRead = { kind: 'result', isPublic: true, isOld: false, isProjectPublished: true, isMember: false }
const reading: [string, Partial<FileToRead>, boolean][] = [
  ['a public result', {}, true],
  ['a public description', { kind: 'description' }, true],
  ['a result for the team', { isPublic: false }, false],
  ['a file of an application, whatever is written on it', { kind: 'request' }, false],
  ['an older version', { isOld: true }, false],
  ['a file of a project that is not published', { isProjectPublished: false }, false],
]
for (const [what, given, isForAll] of reading)
  test(`${what} is ${isForAll ? 'for everybody' : 'for the team and curators'}`, () => {
    const file = { ...open, ...given }
    assert.deepEqual([maySee(file, null), maySee(file, 'member')], [isForAll, isForAll])
    assert.deepEqual(
      [maySee(file, 'curator'), maySee(file, 'administrator'), maySee({ ...file, isMember: true }, 'member')],
      [true, true, true],
    )
  })

test('a project is described by so many files and bytes, to the last of both', () => {
  const files = (count: number, size: number) => Array.from({ length: count }, () => ({ size }))
  assert.ok(fitsDescription(files(MOST_DESCRIPTION_FILES - 1, 1), { size: 1 }))
  assert.ok(!fitsDescription(files(MOST_DESCRIPTION_FILES, 1), { size: 1 }))
  assert.ok(fitsDescription(files(1, PROJECT_BYTES - 5), { size: 5 }))
  assert.ok(!fitsDescription(files(1, PROJECT_BYTES - 5), { size: 6 }))
})
