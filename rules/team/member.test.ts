import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quoted, type Role, rolesNamed, whyNotSetRoles } from './member.ts'

const nobody = { isSelf: false, isTeamAdministrator: false, isTeamMate: false, isShown: false }

test('roles are set by the member and by administrators of the team', () => {
  assert.equal(whyNotSetRoles({ ...nobody, isSelf: true }), null)
  assert.equal(whyNotSetRoles({ ...nobody, isTeamAdministrator: true }), null)
})

test('others are refused if the member is visible to them, otherwise the member is not found', () => {
  assert.equal(whyNotSetRoles({ ...nobody, isTeamMate: true }), 'not_team_administrator')
  assert.equal(whyNotSetRoles({ ...nobody, isShown: true }), 'not_team_administrator')
  assert.equal(whyNotSetRoles(nobody), 'member_not_found')
})

const lead = { id: 1, name: 'Team lead', aliases: ['тимлид', 'Tester'] }
const tester = { id: 2, name: 'Tester', aliases: ['тестировщик', 'QA', 'Учёт'] }
const roles = [lead, tester]

test('a role is found by name or alias, ignoring case, white space and ё', () => {
  for (const name of ['Team lead', 'TEAM LEAD', '  team   lead ', 'Тимлид']) assert.deepEqual(rolesNamed([name], roles).found, [lead], name)
  for (const name of ['qa', 'ТЕСТИРОВЩИК', 'учет', 'УЧЁТ', 'уче\u0308т']) assert.deepEqual(rolesNamed([name], roles).found, [tester], name)
})

test('a name takes precedence over the alias of another role', () => {
  assert.deepEqual(rolesNamed(['tester'], roles).found, [tester])
})

test('[field] a built-in name finds the role with exactly this spelling, and its fixed aliases take precedence over other aliases', () => {
  const qa = { id: 3, name: 'QA', aliases: [] }
  const loose = { id: 4, name: 'qa ', aliases: [] }
  const analyst = { id: 5, name: 'Analyst', aliases: [] }
  const business = { id: 6, name: 'Business Analyst', aliases: ['Analyst', 'Аналитик'] }
  const named = (name: string, ...all: Role[]) => rolesNamed([name], all).found
  for (const all of [
    [loose, qa, tester],
    [qa, tester, loose],
  ]) {
    assert.deepEqual(named('QA', ...all), [qa])
    assert.deepEqual(named('Тестировщик', ...all), [qa])
    assert.deepEqual(named('qa ', ...all), [loose])
  }
  assert.deepEqual(named('Аналитик', business, analyst), [analyst])
  assert.deepEqual(named('Аналитик', business), [business], 'where the built-in role is missing')
  const own = { id: 7, name: 'Аналитик', aliases: [] }
  assert.deepEqual(named('Аналитик', analyst, own), [own], 'a role of that name')
})

test('only whole names match; unknown names are returned', () => {
  const given = ['Team', 'Testr', 'QA', '', '__proto__', 'constructor', 'Team']
  assert.deepEqual(rolesNamed(given, roles), { found: [tester], unknown: ['Team', 'Testr', '', '__proto__', 'constructor'] })
})

test('the order is kept, without duplicates', () => {
  assert.deepEqual(rolesNamed(['QA', 'Team lead', 'Tester', 'тимлид'], roles).found, [tester, lead])
  assert.deepEqual(rolesNamed([], roles), { found: [], unknown: [] })
})

test('quoted names are shortened and have no bidirectional controls', () => {
  assert.equal(quoted(['one', '', 'two']), '“one”, “”, “two”')
  assert.equal(quoted(['a\u202eb\r\nc\0\ud800']), '“a�b��c��”')
  assert.equal(quoted(['x'.repeat(100)]), `“${'x'.repeat(64)}…”`)
})
