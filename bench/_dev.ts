import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKeyFile } from '#auth/secrets.ts'
import { createCalendar } from '#rules/day.ts'
import { startEmbedded } from '#store/embedded/postgres.ts'
import { migrate } from '#store/migrate.ts'
import { connect } from '#store/sql.ts'
import { generateWorld } from '#tests/support/world.ts'
import { fill } from './fill.ts'
import { type Ask, request } from './load.ts'
import { pin, start } from './process.ts'
import { callsPerCpuSecond, type Hello } from './world.ts'

const count = Number(process.argv[2])
const which = process.argv[3]
const dataDir = `/tmp/speed/data-${count}`
pin(0)
if (!existsSync(join(dataDir, 'done'))) {
  mkdirSync(dataDir, { recursive: true })
  const postgres = await startEmbedded(join(dataDir, 'postgres'))
  const sql = connect({ host: postgres.host, port: postgres.port, user: postgres.user, database: postgres.database })
  await migrate(sql)
  await fill(sql, count, createCalendar('UTC')(new Date()))
  await sql.end()
  await postgres.stop()
  writeFileSync(
    join(dataDir, 'providers.json'),
    JSON.stringify([{ name: 'github', kind: 'github', client: { id: 'bench', secret: 'bench' } }]),
  )
  createKeyFile(join(dataDir, 'master.key'))
  writeFileSync(join(dataDir, 'done'), '')
}
const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'bench@example.org', MAIL_TO: 'people@example.org' }
const env = {
  DATA_DIR: dataDir,
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://localhost:8000',
  PROVIDERS: join(dataDir, 'providers.json'),
  KEY_FILE: join(dataDir, 'master.key'),
  ...mail, SHEDDING: 'off',
  ...(process.env.PROF ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${process.env.PROF}` } : {}),
}
const ours = await start<Hello>('./server.ts', env)
console.log(`${count}: ready ${ours.hello.readyMs} ms, search ${ours.hello.searchMs} ms, ${Math.round((await ours.usage()).rss / 1e6)} MB`)

const post = (body: object): Buffer => request('POST', '/api/project/findmany', {}, JSON.stringify(body))
const texts = [...generateWorld(Math.min(count, 4000))].map(({ name, description }) => `${name} ${description}`.match(/\p{L}{4,}/gu) ?? [])
const query = (n: number) => {
  const words = texts[(n * 7919) % texts.length]!
  return `${words[(n * 31) % words.length]} ${words[(n * 17 + 5) % words.length]}`
}
const filters = (n: number) => ({
  ...(n % 2 ? { tags: [1 + (n % 40)] } : {}),
  ...(n % 3 ? { status: ['open', 'active', 'pending', 'completed'][n % 4] } : {}),
  ...(n % 5 === 0 ? { dateStart: `2026-${String(1 + (n % 12)).padStart(2, '0')}-01` } : {}),
})
const day = (i: number): string =>
  `2${String(100 + (i % 900))}-${String(1 + (i % 12)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')}`
const near = (i: number) => `2026-${String(1 + (i % 12)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')}`
let n = 0
const slugs = [...generateWorld(2000)].map(({ slug }) => slug)
const all: Record<string, Ask> = {
  slug: () => request('GET', `/api/project/${slugs[++n % slugs.length]}?n=${n}`),
  filters: () =>
    post({
      filters: { ...filters(++n), enrollmentEnd: `2${String(100 + (n % 900))}-${String(1 + (n % 12)).padStart(2, '0')}-11` },
      page: 1 + (n % 977),
    }),
  words: () => post({ filters: { text: query(++n) }, page: 1 + Math.floor(n / 400_000) }),
  new: () => request('GET', `/api/project/new?n=${++n}`),
  active: () => request('GET', `/api/project/active?pageSize=5&n=${++n}`),
  list: () => post({ page: 1 + (++n % 400), filters: { dateEnd: day(n) } }),
  tagstatus: () => post({ filters: { tags: [1 + (++n % 40)], status: 'open', dateEnd: day(n) } }),
  enroll: () => post({ filters: { enrollmentStart: '2026-10-01', enrollmentEnd: day(++n) } }),
  window: () => post({ filters: { dateStart: near(++n), dateEnd: near(n + ((5 * n) % 60)), enrollmentEnd: day(n) } }),
  deep: () => post({ page: 1 + ((++n * 7919) % Math.floor(count / 5)), filters: { dateEnd: day(n) }, sort: 'name' }),
  deepfilter: () =>
    post({ page: 1 + ((++n * 7919) % Math.floor(count / 20)), filters: { status: 'completed', dateEnd: day(n) }, sort: '-publishedAt' }),
}
const bare = await start<{ port: number }>('./bare.ts')
{
  const response = await fetch(`http://127.0.0.1:${ours.port}/api/project/findmany`, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
  bare.send({ url: '/api/project/findmany', body: Buffer.from(await response.arrayBuffer()).toString('base64') })
}
for (const [name, ask] of Object.entries(all)) {
  if (which && which !== 'all' && !which.split(',').includes(name)) continue
  await callsPerCpuSecond(ours, ask, 2000)
  const rate = Math.max(await callsPerCpuSecond(ours, ask, 1500), await callsPerCpuSecond(ours, ask, 1500))
  let ratio = 0
  if (name === 'filters' || name === 'words') { await callsPerCpuSecond(bare, ask, 1000); ratio = rate / await callsPerCpuSecond(bare, ask, 1000) }
  console.log(`${ratio.toFixed(2)} ${name.padEnd(12)} ${(1e6 / rate).toFixed(0).padStart(6)} µs  ${rate.toFixed(0)}/s`)
}
await ours.stop()
await bare.stop()
