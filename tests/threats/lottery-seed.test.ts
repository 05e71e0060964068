import assert from 'node:assert/strict'
import { getConsoleRound } from '#contract/console/round.ts'
import { placeRound, publishRound } from '#contract/console/round-placing.ts'
import { apiEndpoints } from '#contract/index.ts'
import { getBundle } from '#contract/round.ts'
import { seedHashOf } from '#rules/placement/proof/lottery.ts'
import { createRoundSecrets } from '#run/rounds/secrets.ts'
import { test } from '#tests/support/tier.ts'
import { addChoosingTeam, addRoundProjects, advance, createClock, HOUR, openRound } from '#tests/support/world/rounds.ts'
import { teamWorld } from '#tests/support/world/teams.ts'

// Before the results nobody can compute a lottery number: everything that any actor can read, the logs, the database and the audit log are
// searched for the seed, the key of the pseudonyms and everything that would determine them.

const clock = createClock()
const world = teamWorld({ curator: [], admin: [], anna: [], boris: [] }, clock.now)

test('the seed is in no answer, log, export, audit entry or row before the results are published', async () => {
  const { sql, service, clients } = world
  await sql`update person set access = 'administrator' where login = 'admin'`
  const { ids, slugs } = await addRoundProjects(sql, [1, 1])
  const { id, slug, seedHash } = await openRound(clients.curator!, ids, clock.now())
  const { team } = await addChoosingTeam(sql, 'anna', clients.anna!, slugs)
  await addChoosingTeam(sql, 'boris', clients.boris!, slugs)
  clock.move(3 * HOUR)
  await advance(service)
  const params = { id: String(id) }
  const { draft } = await clients.curator!(placeRound, { params })
  const values: Record<string, string> = { slug, id: String(id), kind: 'project', query: 'a', project: slugs[0]!, team: String(team) }
  const urls = apiEndpoints.flatMap(({ method, path, success }) =>
    method === 'GET' && !success?.isStream
      ? [{ path, url: `${service.url}${path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '1')}` }]
      : [],
  )
  // What everybody and the teams read, without what differs from call to call.
  const readable = async () => {
    const found = new Map<string, string>()
    for (const [name, headers] of [['a guest', {}] as const, ['anna', clients.anna!.headers] as const])
      for (const { path, url } of urls) {
        const response = await fetch(path === '/project/{slug}' ? `${service.url}/project/${slugs[0]}` : url, { headers })
        if (response.ok) found.set(`${name}: ${path}`, await response.text())
        else await response.body?.cancel()
      }
    return found
  }
  const [first, second] = [await readable(), await readable()]
  const before = [...first].filter(([path, text]) => second.get(path) === text)
  assert.ok(before.some(([path]) => path === 'a guest: /round/{slug}') && before.some(([path]) => path === 'anna: /project/{slug}'))
  await clients.curator!(publishRound, { params, body: { draft: draft!.id } })
  assert.equal((await clients.curator!(getConsoleRound, { params })).state, 'sealed')
  const afterwards = await readable()
  for (const [path, text] of before) assert.equal(afterwards.get(path), text, `${path} tells about results that have not taken effect`)

  const [row] = await sql<
    { seed: Uint8Array; key: Uint8Array }[]
  >`select seed_sealed as seed, key_sealed as key from round where id = ${id}`
  const secrets = createRoundSecrets(service.config)
  const seed = secrets.openSeed(id, row!.seed)!
  assert.equal(await seedHashOf(seed), seedHash)
  assert.equal(secrets.openSeed(id + 1, row!.seed), null, 'sealed for this round only')
  const forms = [seed, Buffer.from(secrets.openKey(id, row!.key)!).toString('hex')].flatMap((hex) => {
    const bytes = Buffer.from(hex, 'hex')
    return [hex, hex.toUpperCase(), bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('latin1')]
  })
  const sealed = [row!.seed, row!.key].map((bytes) => Buffer.from(bytes).toString('hex'))
  const isIn = (text: string, among: string[]) => among.some((form) => text.includes(form))

  // Every GET of the contract, by everybody.
  let read = 0
  for (const { path, url } of urls) {
    for (const headers of [{}, ...Object.values(clients).map((client) => client.headers)]) {
      const response = await fetch(url, { headers })
      const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
      assert.ok(!isIn(text, forms) && !isIn(text, sealed), `${path} answers with a secret of the round`)
      if (response.ok) read++
    }
  }
  assert.ok(read > 100, `${read} answers`)
  assert.ok(!isIn(service.logged.join('\n'), [...forms, ...sealed]), 'the log')

  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'auth')`
  for (const { name } of tables) {
    const [dump] = await sql.unsafe(`select coalesce(string_agg(to_jsonb(x)::text, ' '), '') as text from ${name} x`)
    assert.ok(!isIn(dump!.text as string, forms), `the table ${name}`)
    if (name !== 'public.round') assert.ok(!isIn(dump!.text as string, sealed), `the table ${name}`)
  }

  clock.move(HOUR)
  await advance(service)
  assert.equal((await clients.anna!(getBundle, { params: { slug } })).seed, seed, 'published with the results')
})
