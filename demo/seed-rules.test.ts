import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { vocabularies } from '#contract/console/vocabulary.ts'
import { MOST_WANTED } from '#contract/vocabulary/role.ts'
import { readTerm } from '#rules/console/vocabulary.ts'
import { readPhone } from '#rules/person/phone.ts'
import { readDraft } from '#rules/project/draft.ts'
import { canonicalLink } from '#rules/project/link.ts'
import { whyNotDates } from '#rules/project/state.ts'
import { isLogin } from '#rules/sign-in/admission.ts'
import { readEmail, readGithubName } from '#rules/sign-in/claims.ts'
import { readMemberName, readTeamName } from '#rules/team/team.ts'
import { isSlug } from '#rules/text/slug.ts'
import { readName, readText } from '#rules/text/text.ts'
import { listPersonRows, listProjectRows, listTeamRows } from '#store/spreadsheet/export.ts'
import { listTerms } from '#store/vocabulary/console.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'

// The seed is inserted by SQL without the rules: the result has to be what the rules would have stored.

let database: TestDatabase
before(async () => {
  database = await testDatabase(DEMO_TEMPLATE)
})
after(() => database.close())

async function all<T>(batches: AsyncIterable<T[]>): Promise<T[]> {
  const rows: T[] = []
  for await (const batch of batches) rows.push(...batch)
  assert.ok(rows.length > 0)
  return rows
}

test('seeded projects conform to the rules', async () => {
  for (const {
    id,
    slug,
    state,
    tags,
    related,
    wantedRoles,
    isBusy,
    savedCount,
    curatorId: _,
    responsibleCurator: __,
    ...values
  } of await database.sql.begin('read only', (sql) => all(listProjectRows(sql)))) {
    assert.deepEqual(readDraft(values), { values, faults: [] }, slug)
    assert.ok(isSlug(slug) && whyNotDates(values) === null, slug)
    assert.ok(
      wantedRoles.every(({ count }) => count >= 1 && count <= MOST_WANTED),
      slug,
    )
  }
})

test('seeded teams and people conform to the rules', async () => {
  for (const { name, description, members } of await database.sql.begin('read only', (sql) => all(listTeamRows(sql)))) {
    assert.deepEqual([readTeamName(name), readText(description)], [name, description])
    for (const member of members) assert.equal(readMemberName(member.name), member.name)
  }
  for (const { login, name, surname, patronymic, email, phone, githubLogin } of await database.sql.begin('read only', (sql) =>
    all(listPersonRows(sql)),
  )) {
    assert.deepEqual([readName(name), readName(surname), readName(patronymic, true)], [name, surname, patronymic])
    assert.deepEqual([readEmail(email), phone && readPhone(phone, 'en'), readGithubName(githubLogin)], [email, phone, githubLogin])
    assert.ok(isLogin(login), login)
  }
})

test('seeded vocabularies, links and messages conform to the rules', async () => {
  const { sql } = database
  for (const kind of vocabularies)
    for (const { id, uses, isBuiltIn, ...word } of await listTerms(sql, kind))
      assert.deepEqual(readTerm(kind, word), { term: word, faults: [] }, kind)
  for (const { url } of await sql`select url from link`) assert.equal(canonicalLink(url), url)
  for (const { message } of await sql`select message from request union all select comment from request`)
    assert.equal(readText(message), message)
})
