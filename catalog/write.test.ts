import assert from 'node:assert/strict'
import { test } from 'node:test'
import { File, Project } from '#contract/project.ts'
import { Member, Team, User } from '#contract/user.ts'
import { Tag } from '#contract/vocabulary/tag.ts'
import { coverAt } from '#rules/project/cover-address.ts'
import type { PublishedProject, StoredFile } from '#store/project/published.ts'
import type { StoredTeam } from '#store/team/published.ts'
import { readJson } from '#tests/support/json.ts'
import { assertShape } from '#tests/support/strict-client.ts'
import { detailPart, fileView, jsonOf, listPart, membersView, tagView, teamView, usersView } from './write.ts'

const file: StoredFile = {
  id: 9,
  kind: 'description',
  name: 'Plan.final.pdf',
  category: null,
  team: null,
  isPublic: true,
  version: 2,
  mime: 'application/pdf',
  size: 12,
  sha256: 'b'.repeat(64),
  date: '2026-01-02T03:04:05.678Z',
}
const project: PublishedProject = {
  id: 4711,
  slug: 'bridge',
  name: 'Bridge "quoted" \u2028 мост',
  shortDescription: null,
  description: '# Markdown\n</script>',
  dateStart: '2026-02-01',
  dateEnd: null,
  enrollmentStart: null,
  enrollmentEnd: '2026-01-31',
  curator: 'Office',
  client: null,
  clientContact: 'secret@example.org',
  teamLimit: 3,
  workFormat: 'remote',
  developerRequirements: ['Rust'],
  projectRequirements: [],
  formerSlugs: ['old-bridge'],
  publishedAt: new Date('2026-01-01T10:00:00.5Z'),
  updatedAt: new Date('2026-01-02T10:00:00Z'),
  tags: [1, 2],
  teams: [5],
  teamsWorking: 1,
  requestCount: 2,
  related: [8],
  links: [{ id: 1, platform: 'GitHub', link: 'https://a.example' }],
  wantedRoles: [{ role: 'Designer', roleRu: 'Дизайнер', count: 2 }],
  files: [file, { ...file, id: 10, kind: 'result' }],
  round: 'autumn-2026',
  cover: { hash: 'c'.repeat(32), alt: 'Мост', thumbHash: '3OcRJYB4d3h/iIeHeEh3eIhw+j2w', focalX: 20, focalY: 80 },
  teamMayChangeCover: true,
}

test('JSON is UTF-8 in a Latin-1 string, one character per byte', () => {
  const value = { latin: 'é', cyrillic: 'Ёж', emoji: '🌉', signs: '\u2028"\\\u0000' }
  assert.deepEqual(Buffer.from(jsonOf(value), 'latin1'), Buffer.from(JSON.stringify(value)))
  assert.deepEqual(readJson({ utf8: jsonOf(value) }), value)
})

test('a project in a list matches the contract exactly, with its slug as id', () => {
  const view = readJson({ utf8: listPart(project, 'open', 'https://x.example/api') })
  assertShape(Project, view, 'a project')
  const {
    id,
    clientContact,
    developerRequirements,
    projectRequirements,
    teamsWorking,
    requestCount,
    related,
    formerSlugs,
    files,
    cover,
    teamMayChangeCover,
    ...same
  } = project
  const expected = {
    ...same,
    id: 'bridge',
    status: 'open',
    freePlaces: 2,
    publishedAt: '2026-01-01T10:00:00.500Z',
    updatedAt: '2026-01-02T10:00:00.000Z',
    cover: coverAt(cover!, 'https://x.example/api'),
  }
  assert.deepEqual(view, expected)
  assert.ok(!listPart(project, 'open', 'https://x.example/api').includes('secret@example.org'))
})

test('the detail adds requirements, the count of requests and description files, but no contact', () => {
  const text = detailPart(project, 'http://a.example/api')
  const view = readJson({ utf8: text })
  assert.deepEqual(Object.keys(view), [
    'developerRequirements',
    'projectRequirements',
    'teamMayChangeCover',
    'requestCount',
    'descriptionFiles',
  ])
  assert.deepEqual(
    view.descriptionFiles.map((one: File) => one.id),
    [9],
  )
  assert.ok(!text.includes('secret@example.org'))
})

test('the type of a file is its extension in upper case, or FILE', () => {
  const cases: [string, string][] = [
    ['Plan.final.pdf', 'PDF'],
    ['a.tar.gz', 'GZ'],
    ['README', 'FILE'],
    ['ends.with.dot.', 'FILE'],
    ['отчёт.docx', 'DOCX'],
    ['имя.файл', 'FILE'],
    ['long.extension1', 'FILE'],
    ['a b.MP4', 'MP4'],
  ]
  for (const [name, type] of cases) assert.equal(fileView({ ...file, name }, '').type, type, name)
})

test('a file matches the contract exactly and has its download URL', () => {
  const view = fileView(file, 'http://a.example/api')
  assertShape(File, view, 'a file')
  assert.equal(view.url, 'http://a.example/api/file/9')
  assert.ok(!('kind' in view))
})

const member = { id: 11, name: 'Lovelace Ada', isAdministrator: true, user: 1, roles: ['Coder'], githubLogin: 'ada', avatar: null }
const team: StoredTeam = {
  id: 5,
  name: 'Team',
  description: null,
  project: 'bridge',
  members: [member, { ...member, id: 12, name: 'No Account', user: null }, { ...member, id: 13, user: 2, isAdministrator: false }],
}

test('a guest sees the team without its members', () => {
  const view = teamView(team, false)
  assertShape(Team, view, 'a team')
  assert.deepEqual(view, {
    id: 5,
    name: 'Team',
    description: null,
    members: [],
    project: 'bridge',
    administrators: [],
    requests: [],
    documents: [],
  })
})

test('a viewer of people sees members by member id and administrators by user id, except those without an account', () => {
  const view = teamView(team, true)
  assertShape(Team, view, 'a team')
  assert.deepEqual([view.members, view.administrators, view.documents], [[11, 12, 13], [1], []])
})

test('members and users match the contract exactly', () => {
  const members = membersView(team)
  for (const one of members) assertShape(Member, one, 'a member')
  assert.deepEqual(members[0], { id: 11, name: 'Lovelace Ada', roles: ['Coder'], isAdministrator: true, user: 1, team: 5 })
  const users = usersView(team, 'https://example.org/api')
  for (const one of users) assertShape(User, one, 'a user')
  assert.deepEqual(
    users.map(({ id }) => id),
    [1, 2],
  )
  assertShape(Tag, tagView({ id: 1, name: 'Web', nameRu: null, description: null }, 4), 'a tag')
})
