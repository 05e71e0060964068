import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiEndpoints } from '#contract/index.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { forEachCase } from '#tests/support/tier.ts'

// Puts a marker into every private value of the store and reads all public endpoints as a guest: no marker may appear.

const MARK = 'zqxprivatezqx'
let database: TestDatabase
before(async () => {
  database = await testDatabase(DEMO_TEMPLATE)
  const { sql } = database
  await sql`update person set login = ${`${MARK}-`} || id, name = ${MARK}, surname = ${MARK}, patronymic = ${MARK}, email = ${MARK} || id || '@example.org',
    phone = ${MARK}, github_login = ${MARK}, group_name = ${MARK}, avatar = ${`https://example.org/${MARK}`}`
  await sql`update member set name = ${MARK}`
  await sql`update project set client_contact = ${MARK}`
  await sql`update project set name = ${MARK}, description = ${MARK} where state <> 'published'`
  await sql`update question set hidden_reason = ${MARK}, text = ${MARK}, answer = null, answer_role = null, answered_at = null where hidden_at is not null`
  await sql`
    insert into person_joining (person_id, is_open, sentence, updated_at) select id, true, ${MARK}, now() from person
    on conflict (person_id) do update set is_open = true, never_invite = false, sentence = ${MARK}`
  await sql`update note set text = ${MARK}`
  await sql`update request_message set text = ${MARK}`
  await sql`update request set message = ${MARK}, comment = ${MARK}`
  await sql`update file_version set name = ${`${MARK}.pdf`}, comment = ${MARK}
    where file_id in (select id from file where kind = 'request' or (kind = 'result' and not is_public))`
})
after(() => database.close())

async function readEverything({ url, sql }: TestService, token?: string): Promise<string[]> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const slugs = (await sql`select slug from project`).map(({ slug }) => slug as string)
  const paths = apiEndpoints
    .filter(({ method, id }) => method === 'GET' && id !== 'followChanges') // an endless event stream without data
    .flatMap(({ path }) =>
      path.includes('{slug}')
        ? slugs.map((slug) => path.replace('{slug}', slug))
        : [path.replace('{query}', MARK), path.replace('{query}', 'dev')].map((one) =>
            one.replace('{id}', '1').replace('{file}', `${'0'.repeat(32)}-${path.startsWith('/logo') ? 'logo.png' : '960.jpg'}`),
          ),
    )
  const bodies = [{ pageSize: 100 }, { pageSize: 100, filters: { text: MARK } }, { pageSize: 100, filters: { text: 'zqxprivat' } }]
  const answers = [
    ...(await Promise.all(paths.map((path) => fetch(url + path, { headers })))),
    ...(await Promise.all(bodies.map((body) => fetch(`${url}/project/findmany`, { method: 'POST', headers, body: JSON.stringify(body) })))),
  ]
  assert.ok(answers.length > 55, `${answers.length} answers read`)
  return Promise.all(answers.map((answer) => answer.text()))
}

forEachCase(
  Object.entries({ 'a guest': undefined, 'a caller with a made-up token': 'eyJhbGciOiJub25lIn0.eyJpZCI6MX0.x' }),
  ([who]) => `${who} gets no private data in any public answer`,
  async ([, token], t) => {
    const service = await startService({ database })
    t.after(() => service.close())
    for (const text of await readEverything(service, token))
      assert.ok(!text.includes(MARK), text.slice(Math.max(0, text.indexOf(MARK) - 200), text.indexOf(MARK) + 50))
  },
)

test('a directory with public members shows their names, but no address, number, request or private file', async (t) => {
  const service = await startService({ database, env: { PUBLIC_PEOPLE: 'true' } })
  t.after(() => service.close())
  const all = (await readEverything(service)).join('\n')
  assert.ok(all.includes(`"name":"${MARK} ${MARK} ${MARK}"`), 'people are shown')
  for (const secret of [`${MARK}1@`, `"phone"`, `"email"`, `${MARK}-`, `${MARK}.pdf`, '"message"', '"comment"'])
    assert.ok(!all.includes(secret), secret)
})
