import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ErrorCode } from '#contract/errors.ts'
import {
  type FileToRead,
  fitsDescription,
  MOST_DESCRIPTION_FILES,
  MOST_VERSIONS,
  maySee,
  PROJECT_BYTES,
  type ResultTarget,
  type ResultToChange,
  TEAM_BYTES,
  whyNotChangeFile,
  whyNotPublish,
  whyNotReplace,
} from './file.ts'

const target: ResultTarget = {
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

const publishing: [string, Partial<ResultTarget>, ErrorCode | null][] = [
  ['an administrator of the assigned team may', {}, null],
  ['there is no such project', { project: null, team: null }, 'project_not_found'],
  ['there is no such team', { team: null, isAdministrator: false }, 'team_not_found'],
  ['a team without a published project is not found by others', { isTeamShown: false, isAdministrator: false }, 'team_not_found'],
  ['a member may not', { isAdministrator: false, isWorking: false }, 'not_team_administrator'],
  ['a team that works elsewhere may not', { isWorking: false, category: null }, 'not_working_on_it'],
  ['there is no such category', { category: null }, 'unknown_category'],
  ['the category has another file', { present: { sha256: 'old' } }, 'category_taken'],
  ['the category has the same file, even if the quota is used up', { present: { sha256: 'new' }, usedBytes: TEAM_BYTES }, null],
  ['the quota is just sufficient', { usedBytes: TEAM_BYTES - 10 }, null],
  ['the space is one byte too small', { usedBytes: TEAM_BYTES - 9 }, 'quota_exceeded'],
]
for (const [what, given, why] of publishing)
  test(`publishing: ${what}`, () => assert.equal(whyNotPublish({ ...target, ...given }, incoming), why))

const present: ResultToChange = { sha256: 'old', version: 1, isMember: true, isAdministrator: true, isDeleted: false, usedBytes: 0 }
const replacing: [string, Partial<ResultToChange> | undefined, ErrorCode | null][] = [
  ['an administrator may', {}, null],
  ['there is no such file', undefined, 'file_not_found'],
  ['others do not find it', { isMember: false, isAdministrator: false }, 'file_not_found'],
  ['a member may not', { isAdministrator: false }, 'not_team_administrator'],
  ['a removed file is not found', { isDeleted: true }, 'file_not_found'],
  ['a twentieth version is allowed', { version: MOST_VERSIONS - 1 }, null],
  ['a twenty-first version is refused', { version: MOST_VERSIONS }, 'too_many_versions'],
  ['the same bytes make no new version', { version: MOST_VERSIONS, sha256: 'new', usedBytes: TEAM_BYTES }, null],
  ['the space is one byte too small', { usedBytes: TEAM_BYTES - 9 }, 'quota_exceeded'],
]
for (const [what, given, why] of replacing)
  test(`replacing: ${what}`, () => assert.equal(whyNotReplace(given && { ...present, ...given }, incoming), why))

test('removing twice is allowed, but not for other teams', () => {
  assert.equal(whyNotChangeFile({ ...present, isDeleted: true }), null)
  assert.equal(whyNotChangeFile({ ...present, isDeleted: true, isMember: false }), 'file_not_found')
})

const open: FileToRead = { kind: 'result', isPublic: true, isOld: false, isProjectPublished: true, isMember: false }
const reading: [string, Partial<FileToRead>, boolean][] = [
  ['a public result', {}, true],
  ['a public description', { kind: 'description' }, true],
  ['a result for the team', { isPublic: false }, false],
  ['a file of an application, even if marked public', { kind: 'request' }, false],
  ['an older version', { isOld: true }, false],
  ['a file of a project that is not published', { isProjectPublished: false }, false],
]
for (const [what, given, isForAll] of reading)
  test(`${what} is ${isForAll ? 'visible to everybody' : 'visible to the team and curators only'}`, () => {
    const file = { ...open, ...given }
    assert.deepEqual([maySee(file, null), maySee(file, 'member')], [isForAll, isForAll])
    assert.deepEqual(
      [maySee(file, 'curator'), maySee(file, 'administrator'), maySee({ ...file, isMember: true }, 'member')],
      [true, true, true],
    )
  })

test('description files are limited in number and bytes', () => {
  assert.ok(fitsDescription(MOST_DESCRIPTION_FILES - 1, 1, { size: 1 }))
  assert.ok(!fitsDescription(MOST_DESCRIPTION_FILES, 1, { size: 1 }))
  assert.ok(fitsDescription(1, PROJECT_BYTES - 5, { size: 5 }))
  assert.ok(!fitsDescription(1, PROJECT_BYTES - 5, { size: 6 }))
})
