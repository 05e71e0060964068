import assert from 'node:assert/strict'
import { afterEach, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { updateSettings } from '#contract/console/settings.ts'
import { getSettings, type SettingValues } from '#contract/settings.ts'
import { palettesOf } from '#rules/settings/accent.ts'
import { createCalendar } from '#rules/time/day.ts'
import { startService } from '#tests/support/service.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { useService } from '#tests/support/use-service.ts'

// Every process follows the settings: this one, another one with all parts, and parts that run alone.

let put: (body: Partial<SettingValues>) => Promise<unknown>
const { service } = useService()
before(async () => {
  const admin = await callAs(service, 'admin')
  put = (body) => admin(updateSettings, { body })
})
afterEach(async () => {
  await service.sql`update setting set document = '{}'`
  await service.app.reloadSettings()
})

const page = async (path: string, origin = service.origin) => (await fetch(origin + path)).text()
async function until(check: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await check())) await sleep(20)
}

test('the answer is cached, and made again after a change', async () => {
  const { name } = await service.call(getSettings)
  assert.equal(name, 'Projectory')
  const etagOf = async () => (await fetch(`${service.url}/settings`)).headers.get('etag')!
  const etag = await etagOf()
  assert.equal((await fetch(`${service.url}/settings`, { headers: { 'if-none-match': etag } })).status, 304)
  await put({ name: 'Cached' })
  assert.notEqual(await etagOf(), etag)
  assert.equal((await service.call(getSettings)).name, 'Cached')
})

test('pages have the name, the colour and the texts in them; other processes follow', async () => {
  const other = await startService({ database: service.database })
  try {
    const [before, worker] = [await page('/', other.origin), await page('/sw.js', other.origin)]
    assert.match(before, /<title>Projectory<\/title>/)
    assert.doesNotMatch(before, /--accent-hue/)
    await put({ name: 'R&D <projects>', accentHue: 20, welcome: { en: '</script>', ru: '' }, contact: 'help@example.org' })
    await until(async () => (await page('/', other.origin)) !== before)
    for (const origin of [service.origin, other.origin])
      for (const path of ['/', '/console', '/project/anything']) {
        const response = await fetch(origin + path)
        const html = await response.text()
        assert.match(html, /<title>R&amp;D &lt;projects&gt;<\/title>/, path)
        assert.match(html, /<style>html:root\{--accent-hue:20\}<\/style><\/head>/, path)
        assert.match(response.headers.get('content-security-policy')!, /style-src 'self' 'sha256-/, path)
        const config = JSON.parse(/type="application\/json">([\s\S]*?)<\/script>/.exec(html)![1]!)
        assert.deepEqual([config.directory, config.contact, config.welcome.en], ['R&D <projects>', 'help@example.org', '</script>'])
      }
    const nowhere = await fetch(`${other.origin}/nowhere`, { headers: { accept: 'text/html' } })
    assert.match(await nowhere.text(), /<title>R&amp;D/)
    const manifest = JSON.parse(await page('/manifest.webmanifest', other.origin))
    assert.deepEqual([manifest.name, manifest.short_name, manifest.icons[0].src], ['R&D <projects>', 'R&D <projects>', '/icon.svg'])
    assert.match(
      await page('/icon.svg', other.origin),
      new RegExp(`<title>R&amp;D &lt;projects&gt;</title>.*${palettesOf(20).light.accent}`),
    )
    assert.notEqual(await page('/sw.js', other.origin), worker, 'so that browsers install the service worker again')
    assert.equal((await page('/', other.origin)).includes('Projectory'), false)
  } finally {
    await other.close()
  }
})

test('the sign-in pages of an auth backend that runs alone follow', async () => {
  const auth = await startService({ database: service.database, alone: 'auth' })
  try {
    const refusedPage = async () => (await fetch(`${auth.authUrl}/mobile/nobodyauthenticate`, { headers: { accept: 'text/html' } })).text()
    assert.match(await refusedPage(), /· Projectory<\/title>/)
    await put({ name: 'Северный университет', accentHue: 20 })
    await until(async () => /· Северный университет<\/title>/.test(await refusedPage()))
    const html = await refusedPage()
    assert.doesNotMatch(html, /Projectory/)
    assert.ok(html.includes(`--accent:${palettesOf(20).light.accent};`))
  } finally {
    await auth.close()
  }
})

test('a worker that runs alone follows, and a change by hand in the database counts too', async () => {
  const worker = await startService({ database: service.database, alone: 'worker', sendsMail: false })
  try {
    await service.sql`update setting set document = '{"name": "By hand", "undoMinutes": 3}'`
    await until(() => worker.app.settings.name === 'By hand' && service.app.settings.name === 'By hand')
    assert.deepEqual([worker.app.settings.undoMinutes, service.app.settings.undoMinutes], [3, 3])
  } finally {
    await worker.close()
  }
})

test('another time zone is another day, for what is in memory too', async () => {
  const now = new Date('2026-11-16T12:00:00Z') // the 17th on Kiritimati
  const timed = await startService({ now: () => now })
  try {
    await timed.sql`update project set published_at = '2026-11-16T11:00:00Z', date_start = '2026-11-17', date_end = '2026-12-01',
      enrollment_start = null, enrollment_end = null, team_limit = null where slug = 'city-tree-census'`
    const statusOf = async () =>
      ((await (await fetch(`${timed.url}/project/city-tree-census`)).json()) as { project: { status: string } }).project.status
    await until(async () => (await statusOf()) === 'open')
    await timed.sql`update setting set document = '{"timeZone": "Pacific/Kiritimati"}'`
    await until(async () => (await statusOf()) === 'active')
    assert.equal(timed.app.calendar(now), createCalendar('Pacific/Kiritimati')(now))
  } finally {
    await timed.close()
  }
})
