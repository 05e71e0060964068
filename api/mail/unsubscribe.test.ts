import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { curatorKinds, notificationKinds } from '#contract/notification.ts'
import { unsubscribeTokenOf } from '#store/mail/notification.ts'
import { loseStore, startService } from '#tests/support/service.ts'
import { useService } from '#tests/support/use-service.ts'

let person: number
let token: string
const { service } = useService()
before(async () => {
  ;[{ id: person }] = (await service.sql`select id from person where login = 'anna'`) as unknown as [{ id: number }]
  token = await unsubscribeTokenOf(service.sql, person)
})
beforeEach(() => service.sql`update notification set choices = '{}'`)

const choices = async () => (await service.sql`select choices from notification where person_id = ${person}`)[0]!.choices
const at = (query: Record<string, string>, to = service) => `${to.url}/mail/unsubscribe?${new URLSearchParams(query)}`
const oneClick = (query: Record<string, string>, type = 'application/x-www-form-urlencoded', body = 'List-Unsubscribe=One-Click') =>
  fetch(at(query), { method: 'POST', headers: { 'content-type': type }, body, redirect: 'error' })
/** Form actions of a page by button text. */
const buttonsOf = (html: string): Map<string, string> =>
  new Map(
    [...html.matchAll(/<form[^>]*action="([^"]+)"><button type="submit"(?: aria-label="([^"]+)")?>(?:<span>)?([^<]+)/g)].map(
      ([, action, label, text]) => [label ?? text!, action!.replaceAll('&amp;', '&')],
    ),
  )
const press = async (html: string, button: string) => {
  const action = buttonsOf(html).get(button)
  assert.ok(action, `no button “${button}” but ${[...buttonsOf(html).keys()]}`)
  const response = await fetch(`${service.url}/mail/unsubscribe${action}`, { method: 'POST' })
  assert.equal(response.status, 200)
  return response.text()
}

test('opening the link changes nothing', async () => {
  for (const method of ['GET', 'HEAD', 'GET']) {
    const response = await fetch(at({ token, kind: 'result_replaced' }), { method })
    assert.equal(response.status, 200)
    if (method === 'GET') assert.match(await response.text(), /Turn off these emails\?.*“A result file of your team is replaced”/s)
  }
  assert.deepEqual(await choices(), {})
})

test('the button turns off only that kind and can be undone', async () => {
  const off = await press(await (await fetch(at({ token, kind: 'result_replaced' }))).text(), 'Turn off')
  assert.match(off, /You’re unsubscribed/)
  assert.deepEqual(await choices(), { result_replaced: 'off' })
  await press(off, 'Turn back on')
  assert.deepEqual(await choices(), { result_replaced: 'at-once' })
})

test('undo restores the daily digest', async () => {
  await service.sql`update notification set choices = '{"team_added": "daily"}'`
  const off = await (await oneClick({ token, kind: 'team_added' })).text()
  assert.deepEqual(await choices(), { team_added: 'off' })
  await press(off, 'Turn back on')
  assert.deepEqual(await choices(), { team_added: 'daily' })
})

test('one-click unsubscribe works in both forms of RFC 8058 and can be repeated', async () => {
  for (const kind of ['request_declined', 'request_declined', 'new_sign_in']) assert.equal((await oneClick({ token, kind })).status, 200)
  const form = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  assert.equal((await oneClick({ token, kind: 'team_added' }, 'multipart/form-data; boundary=x', form)).status, 200)
  assert.equal((await fetch(at({ token, kind: 'request_withdrawn' }), { method: 'POST' })).status, 200)
  assert.deepEqual(await choices(), { request_declined: 'off', new_sign_in: 'off', team_added: 'off', request_withdrawn: 'off' })
})

test('a kind that is already off is shown as off, with an undo', async () => {
  await service.sql`update notification set choices = '{"team_added": "off"}'`
  const html = await (await fetch(at({ token, kind: 'team_added' }))).text()
  assert.match(html, /You’re unsubscribed/)
  assert.match(await press(html, 'Turn back on'), /Email notifications/)
  assert.deepEqual(await choices(), { team_added: 'at-once' })
})

test('unsubscribing from the digest turns off all daily kinds, and can be undone', async () => {
  await service.sql`update notification set choices = '{"team_added": "daily", "new_sign_in": "daily", "request_declined": "off"}'`
  const off = await press(await (await fetch(at({ token, kind: 'digest' }))).text(), 'Turn off')
  assert.deepEqual(await choices(), { team_added: 'off', new_sign_in: 'off', request_declined: 'off' })
  await press(off, 'Turn back on')
  assert.deepEqual(await choices(), { team_added: 'daily', new_sign_in: 'daily', request_declined: 'off' })
})

test('one page lists all kinds and turns them on and off', async () => {
  let html = await (await fetch(at({ token }))).text()
  assert.equal(buttonsOf(html).size, notificationKinds.length - curatorKinds.length, 'without those for curators')
  html = await press(html, 'Turn off: You are added to a team')
  assert.deepEqual(await choices(), { team_added: 'off' })
  await press(html, 'Turn on: You are added to a team')
  assert.deepEqual(await choices(), { team_added: 'at-once' })
})

test('the token can be used for nothing else', async () => {
  for (const undo of [
    'new_sign_in.never',
    'team_added.off',
    'email_change.daily',
    '__proto__.daily',
    'team_added',
    'team_added.daily.x x',
    `${'a '.repeat(900)}`,
  ])
    assert.equal((await oneClick({ token, undo })).status, 200, undo)
  assert.deepEqual(await choices(), { team_added: 'daily' }, 'only “team_added.daily.x” could be read')
})

test('an invalid token or kind shows a page with instructions', async () => {
  for (const query of [
    { token: crypto.randomUUID(), kind: 'team_added' },
    { token: 'x', kind: 'team_added' },
    { token: `${token}0`, kind: 'team_added' },
    { token: "' or true --", kind: 'team_added' },
    { kind: 'team_added' },
  ] as Record<string, string>[])
    for (const method of ['GET', 'POST']) {
      const response = await fetch(at(query), { method, headers: { 'accept-language': 'ru' } })
      assert.equal(response.status, 404)
      assert.match(await response.text(), /<html lang="ru">.*Эта ссылка не действует.*Возможно/s)
    }
  for (const kind of ['email_change', '', 'all', 'constructor']) assert.equal((await oneClick({ token, kind })).status, 404, kind)
  assert.deepEqual(await choices(), {})
})

test('the token is not logged and not sent as a referrer', async () => {
  const response = await fetch(at({ token, kind: 'team_added' }))
  await oneClick({ token, kind: 'team_added' })
  assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.ok(service.logged.some((line) => line.includes('/mail/unsubscribe')))
  assert.ok(!service.logged.some((line) => line.includes(token)))
})

test('while the database is unavailable the page says so', async () => {
  const lost = await startService()
  try {
    await loseStore(lost)
    const response = await fetch(at({ token, kind: 'team_added' }, lost), { method: 'POST' })
    assert.equal(response.status, 503)
    assert.equal(response.headers.get('retry-after'), '10')
    assert.match(await response.text(), /Try again in a moment/)
  } finally {
    await lost.close()
  }
})
