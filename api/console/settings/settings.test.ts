import assert from 'node:assert/strict'
import { afterEach, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { getConsoleRequest, undoDecision } from '#contract/console/request.ts'
import { deleteLogo, getConsoleSettings, updateSettings, uploadLogo } from '#contract/console/settings.ts'
import { getNotifications } from '#contract/notification.ts'
import { createRequest, decideRequest, listAvailable } from '#contract/request.ts'
import { getSettings, type SettingValues } from '#contract/settings.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { startService } from '#tests/support/service.ts'
import { callAs, sessionOf } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'

let shift = 0
let token: string
const { service, admin, curator, anna } = useService({ people: ['admin', 'curator', 'anna'], now: () => new Date(Date.now() + shift) })
before(async () => {
  token = (await sessionOf(service, 'admin')).accessToken
})
afterEach(async () => {
  shift = 0
  await service.sql`update setting set document = '{}', logo = null`
  await service.app.reloadSettings()
})

const put = (body: Partial<SettingValues>, headers = {}) => admin(updateSettings, { body, headers })
const recorded = async () =>
  (await service.sql`select action, target, detail from audit_event where target = 'settings' order by seq`).map((row) => ({ ...row }))

test('settings are changed by administrators and read by curators; the answer to everybody follows at once', async () => {
  const before = await curator(getConsoleSettings)
  assert.deepEqual([before.values.name, before.logo, before.fixed], ['Projectory', null, []])
  assert.ok(before.countries.includes('GB'))
  const changed = await put({ name: ' Faculty  projects ', accentHue: 250, undoMinutes: 2, welcome: { en: '**Hello**', ru: '' } })
  assert.deepEqual(changed.values, {
    ...before.values,
    name: 'Faculty projects',
    accentHue: 250,
    undoMinutes: 2,
    welcome: { en: '**Hello**', ru: '' },
  })
  assert.deepEqual(await curator(getConsoleSettings), changed)
  const shown = await service.call(getSettings)
  assert.deepEqual([shown.name, shown.accentHue, shown.undoMinutes], ['Faculty projects', 250, 2])
  assert.deepEqual(Object.keys(shown).includes('notifications'), false, 'not for everybody')
  assert.deepEqual((await recorded()).at(-1), {
    action: 'updateSettings',
    target: 'settings',
    detail: { name: ['Projectory', 'Faculty projects'], accentHue: [172, 250], undoMinutes: [10, 2], welcomeEn: ['', '**Hello**'] },
  })
  const count = (await recorded()).length
  await put({ name: 'Faculty projects' })
  assert.equal((await recorded()).length, count, 'nothing was changed')
})

test('a time zone counts as chosen when it was sent, also UTC, or is fixed by the environment', async () => {
  assert.equal((await curator(getConsoleSettings)).isTimeZoneChosen, false)
  assert.equal((await put({ name: 'Other' })).isTimeZoneChosen, false)
  const chosen = await put({ timeZone: 'UTC' })
  assert.deepEqual([chosen.isTimeZoneChosen, chosen.values.timeZone], [true, 'UTC'])
  assert.deepEqual((await recorded()).at(-1)!.detail, { timeZone: [null, 'UTC'] })
  const count = (await recorded()).length
  await put({ timeZone: 'UTC' })
  assert.equal((await recorded()).length, count, 'nothing was changed')
  const fixed = await startService({ database: service.database, env: { TIME_ZONE: 'Europe/Moscow' } })
  await service.sql`update setting set document = '{}'`
  const call = await callAs(fixed, 'curator')
  assert.equal((await call(getConsoleSettings)).isTimeZoneChosen, true)
  await fixed.close()
})

test('a change of another administrator is not overwritten', async () => {
  const etag = (await fetch(`${service.url}/console/settings`, { headers: { authorization: `Bearer ${token}` } })).headers.get('etag')!
  await put({ name: 'First' })
  await refused('precondition_failed', put({ name: 'Second' }, { 'if-match': etag }))
  await refused('precondition_failed', admin(deleteLogo, { headers: { 'if-match': etag } }))
  assert.equal((await service.call(getSettings)).name, 'First')
})

test('wrong values are refused with texts that say what is expected', async () => {
  const texts = async (body: object, language: 'en' | 'ru') => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'accept-language': language }
    const response = await fetch(`${service.url}/console/settings`, { method: 'PUT', headers, body: JSON.stringify(body) })
    const { errors = [] } = await assertProblem(response, 'invalid_value', language)
    return errors.map(({ path, message }) => `${path} ${message}`)
  }
  assert.deepEqual(await texts({ accentHue: 400, timeZone: 'Mars/Olympus' }, 'en'), [
    'accentHue should be a hue: a whole number from 0 to 359, for example 172 for green or 250 for blue',
    'timeZone “Mars/Olympus” is not a time zone; use a name like Europe/Moscow or UTC',
  ])
  assert.deepEqual(await texts({ timeZone: 'Mars/Olympus', languages: [] }, 'ru'), [
    'languages нужен хотя бы один язык',
    'timeZone «Mars/Olympus» — не часовой пояс; нужно название вида Europe/Moscow или UTC',
  ])
  await assertProblem(
    await fetch(`${service.url}/console/settings`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ accentHue: '#1a5fb4' }),
    }),
    'invalid_input',
  )
  assert.deepEqual((await curator(getConsoleSettings)).values.accentHue, 172)
})

test('in another time zone the windows of rounds have other days, and their projects with them', async () => {
  const { sql } = service
  const project = await addProject(sql, 'in-a-round')
  const [round] = await sql<{ id: number }[]>`
    insert into round (slug, name, opens_at, closes_at, first_day, last_day, announced_at, seed_hash, seed_sealed, key_sealed)
    values ('late', 'Late', '2099-02-01T21:30:00Z', '2099-03-01T21:00:00Z', '2099-02-01', '2099-03-01', now(), ${'0'.repeat(64)}, '', '') returning id`
  await sql`update project set round_id = ${round!.id}, enrollment_start = '2099-02-01', enrollment_end = '2099-03-01' where id = ${project}`
  const daysOf = async () =>
    Object.values((await sql`select enrollment_start::text, enrollment_end::text from project where id = ${project}`)[0]!)
  assert.deepEqual(await daysOf(), ['2099-02-01', '2099-03-01'])
  await put({ timeZone: 'Europe/Moscow' })
  assert.deepEqual(await daysOf(), ['2099-02-02', '2099-03-01'], 'a window that closes at midnight ends with the day before')
  await put({ timeZone: 'Asia/Omsk' })
  assert.deepEqual(await daysOf(), ['2099-02-02', '2099-03-02'])
  const fixed = await startService({ database: service.database, env: { TIME_ZONE: 'America/New_York' } })
  await fixed.close()
  assert.deepEqual(await daysOf(), ['2099-02-01', '2099-03-01'])
  await sql`update project set round_id = null where id = ${project}`
  await sql`delete from round where id = ${round!.id}`
})

test('the environment wins, and a value it sets cannot be changed', async () => {
  await put({ timeZone: 'Asia/Omsk', locale: 'ru' })
  const fixed = await startService({ database: service.database, env: { TIME_ZONE: 'Europe/Berlin', COUNTRY: 'DE' } })
  try {
    const call = await callAs(fixed, 'admin')
    const settings = await call(getConsoleSettings)
    assert.deepEqual(settings.fixed, [
      { key: 'timeZone', variable: 'TIME_ZONE' },
      { key: 'country', variable: 'COUNTRY' },
    ])
    assert.deepEqual([settings.values.timeZone, settings.values.country, settings.values.locale], ['Europe/Berlin', 'DE', 'ru'])
    const { detail } = await refused('setting_fixed', call(updateSettings, { body: { timeZone: 'UTC' } }))
    assert.match(detail, /TIME_ZONE/)
    await call(updateSettings, { body: { ...settings.values, name: 'All values sent back' } })
    assert.deepEqual((await service.sql`select document -> 'timeZone' as zone from setting`)[0]!.zone, 'Asia/Omsk', 'not overwritten')
  } finally {
    await fixed.close()
  }
})

let made = 0
async function applied() {
  const slug = `settings-${++made}`
  await addProject(service.sql, slug, { teamLimit: 3 })
  const team = await addTeam(service.sql, `Settings ${made}`, 'anna*')
  const { id } = await anna(createRequest, { body: { project: slug, team, message: 'Please' } })
  return { params: { id: String(id) }, id }
}
const statusOf = async (id: number) => (await service.sql`select status from request where id = ${id}`)[0]!.status
const approve = ({ params }: { params: { id: string } }) => curator(decideRequest, { params, body: { decision: 'approve' } })

test('undo time of 2 minutes: the decision takes effect then', async () => {
  await put({ undoMinutes: 2 })
  const request = await applied()
  await approve(request)
  const { undoUntil, decidedAt } = (await curator(getConsoleRequest, request)).request
  assert.equal(Date.parse(undoUntil!) - Date.parse(decidedAt!), 120_000)
  assert.equal(await statusOf(request.id), 'submitted')
  shift = 121_000
  while ((await statusOf(request.id)) === 'submitted') await sleep(50)
  assert.equal(await statusOf(request.id), 'approved')
})

test('undo time of 0 minutes: decisions take effect at once, with their emails, and cannot be undone', async () => {
  await put({ undoMinutes: 0 })
  const request = await applied()
  await approve(request)
  assert.equal(await statusOf(request.id), 'approved')
  const { status, undoUntil } = (await curator(getConsoleRequest, request)).request
  assert.deepEqual([status, undoUntil], ['approved', null])
  const mails =
    await service.sql`select kind, coalesce(due_at <= now(), true) as due from outbox where data -> 'request' = to_jsonb(${request.id}::int)`
  assert.ok(mails.some(({ kind, due }) => kind === 'request_approved' && due))
  await refused('undo_too_late', curator(undoDecision, request))
  const [reason] = await service.sql`select id from refusal_reason order by id limit 1`
  const [one, other] = [await applied(), await applied()]
  const body = { decision: 'decline' as const, reason: reason!.id }
  await curator(decideRequest, { params: one.params, body })
  const token = (await sessionOf(service, 'curator')).accessToken
  await fetch(`${service.url}/console/request/decline`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ requests: [other.id], reason: reason!.id }),
  })
  assert.deepEqual([await statusOf(one.id), await statusOf(other.id)], ['declined', 'declined'])
  assert.equal((await service.sql`select 1 from pending_decision where request_id in (${one.id}, ${other.id})`).length, 0)
})

test('the limit of open applications of a team', async () => {
  await put({ mostWaiting: 1 })
  const team = await addTeam(service.sql, 'Limited', 'anna*')
  for (const slug of ['limited-1', 'limited-2']) await addProject(service.sql, slug)
  const available = async () => (await anna(listAvailable)).teams.some(({ id }) => id === team)
  assert.equal(await available(), true)
  await anna(createRequest, { body: { project: 'limited-1', team } })
  assert.equal(await available(), false)
  const { detail } = await refused('too_many_requests', anna(createRequest, { body: { project: 'limited-2', team } }))
  assert.match(detail, /\b1\b/)
  await put({ mostWaiting: 2 })
  assert.equal(await available(), true, 'the answer that was cached is dropped')
  await anna(createRequest, { body: { project: 'limited-2', team } })
})

test('only the offered languages are used', async () => {
  await put({ languages: ['ru'], locale: 'ru' })
  const response = await fetch(`${service.url}/nowhere`, { headers: { 'accept-language': 'en' } })
  assert.equal(response.headers.get('content-language'), 'ru')
})

test('new accounts start with the notification defaults, existing ones keep theirs', async () => {
  await put({ notifications: { saved_closing: 'off', request_received: 'daily', team_added: 'at-once' } })
  assert.deepEqual((await curator(getConsoleSettings)).values.notifications, { saved_closing: 'off', request_received: 'daily' })
  const kindsOf = async (call: typeof anna) =>
    Object.fromEntries((await call(getNotifications)).kinds.map(({ kind, when }) => [kind, when])) as Record<string, string>
  assert.equal((await kindsOf(anna)).saved_closing, 'at-once')
  await service.sql`delete from auth.identity where person_id = (select id from person where login = 'gleb')`
  const gleb = await kindsOf(await callAs(service, 'gleb'))
  assert.deepEqual([gleb.saved_closing, gleb.request_received, gleb.team_added], ['off', 'daily', 'at-once'])
})

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 60, alpha: 0.5 } } })
async function sendLogo(bytes: Buffer<ArrayBuffer> | string, name = 'logo.png'): Promise<Response> {
  const form = new FormData()
  form.set('files', new Blob([bytes]), name)
  return fetch(`${service.url}${uploadLogo.path}`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form })
}

test('a logo is stored in all sizes; its address is public and immutable', async () => {
  const response = await sendLogo(await picture(600, 200).png().toBuffer())
  assert.equal(response.status, 200)
  const { logo } = await service.call(getSettings)
  assert.deepEqual([logo!.width, logo!.height], [360, 120])
  const sides = { logo: [360, 120], 32: [32, 32], 180: [180, 180], 192: [192, 192], 512: [512, 512], maskable: [512, 512] }
  for (const [kind, side] of Object.entries(sides)) {
    const image = await fetch(logo!.url.replace('logo.png', `${kind}.png`))
    assert.equal(image.headers.get('content-type'), 'image/png', kind)
    assert.equal(image.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    const bytes = Buffer.from(await image.arrayBuffer())
    const { width, height } = await sharp(bytes).metadata()
    assert.deepEqual([width, height], side, kind)
    const { isOpaque } = await sharp(bytes).stats()
    assert.equal(isOpaque, kind === '180' || kind === 'maskable', `${kind} transparency`)
  }
  const etag = (await fetch(logo!.url)).headers.get('etag')!
  assert.equal((await fetch(logo!.url, { headers: { 'if-none-match': etag } })).status, 304)
  assert.equal((await fetch(logo!.url, { headers: { range: 'bytes=0-3' } })).status, 206)
  await assertProblem(await fetch(logo!.url, { headers: { range: 'bytes=99999999-' } }), 'range_not_satisfiable')
  assert.equal((await recorded()).at(-1)!.action, 'uploadLogo')
  await sendLogo(await picture(100, 100).webp().toBuffer())
  assert.notEqual((await service.call(getSettings)).logo!.url, logo!.url)
  await assertProblem(await fetch(logo!.url), 'file_not_found')
  assert.equal((await admin(deleteLogo)).logo, null)
  assert.equal((await recorded()).at(-1)!.action, 'deleteLogo')
  assert.equal((await service.sql`select 1 from logo_image`).length, 0)
})

test('SVG, broken, small and missing images are refused', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><script>alert(1)</script></svg>'
  await assertProblem(await sendLogo(svg, 'logo.svg'), 'image_refused')
  await assertProblem(await sendLogo(svg, 'logo.png'), 'image_refused')
  await assertProblem(await sendLogo(await picture(63, 400).png().toBuffer()), 'logo_too_small')
  const nothing = await fetch(`${service.url}${uploadLogo.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new FormData(),
  })
  assert.ok(['file_missing', 'malformed_upload'].includes((await assertProblem(nothing)).code))
  assert.equal((await service.call(getSettings)).logo, null)
})
