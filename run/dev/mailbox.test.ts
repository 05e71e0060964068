import assert from 'node:assert/strict'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import PostalMime from 'postal-mime'
import { openSampleMailbox, type SampleMailbox } from '#tests/support/peer/mailbox.ts'

let box: SampleMailbox
const faults: unknown[] = []
before(async () => {
  box = await openSampleMailbox('en', (fault) => void faults.push(fault))
})
after(() => box.close())

const get = (path: string, init?: RequestInit) => fetch(`${box.origin}${path}`, init)

test('the list links to every email, and each email to its source', async () => {
  const list = await (await get('/mailbox')).text()
  const ids = [...list.matchAll(/href="\/mailbox\/([0-9a-f-]+)"/g)].map(([, id]) => id!)
  assert.equal(ids.length, 34)
  for (const id of ids) {
    const page = await get(`/mailbox/${id}`)
    assert.equal(page.status, 200)
    const eml = await get(`/mailbox/${id}.eml`)
    assert.equal(eml.headers.get('content-type'), 'message/rfc822')
    assert.equal(eml.headers.get('content-disposition'), `attachment; filename="letter-${id}.eml"`)
    const bytes = Buffer.from(await eml.arrayBuffer())
    assert.deepEqual(bytes, (await box.mailbox.find(id))!.raw)
    assert.ok((await PostalMime.parse(bytes)).subject)
  }
})

test('an email is shown as HTML, as text and on its own', async () => {
  const id = box.idOf('request_approved')
  assert.match(await (await get(`/mailbox/${id}`)).text(), new RegExp(`<iframe src="/mailbox/${id}/letter"`))
  assert.match(await (await get(`/mailbox/${id}?view=text`)).text(), /<pre[^>]*>Hello, Анна!/)
  const alone = await get(`/mailbox/${id}/letter`)
  assert.match(alone.headers.get('content-security-policy')!, /sandbox/)
  assert.match(await alone.text(), /<base target="_top">/)
  assert.equal((await get(`/mailbox/${box.idOf('contact')}/letter`)).status, 404, 'an email without HTML has no such page')
})

test('pages are in the language of the browser', async () => {
  for (const [language, title] of [
    ['ru', 'Почтовый ящик'],
    ['en', 'Mailbox'],
    ['fr', 'Mailbox'],
  ] as const) {
    const page = await get('/mailbox/', { headers: { 'accept-language': language } })
    assert.match(await page.text(), new RegExp(`<title>${title}</title>`))
    assert.equal(page.headers.get('vary'), 'Accept-Language')
  }
})

test('unknown emails and paths outside the folder are not found', async () => {
  for (const path of [
    '/mailbox/x',
    '/mailbox/20261115120000000-0123456789ab',
    '/mailbox/..%2f..%2fetc%2fpasswd',
    `/mailbox/${box.idOf('contact')}.json`,
    `/mailbox/${box.idOf('contact')}/`,
    '/mailbox//',
  ])
    assert.equal((await get(path)).status, 404, path)
})

test('only GET and HEAD are allowed', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const answer = await get('/mailbox', { method })
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET, HEAD'], method)
  }
  const head = await get('/mailbox', { method: 'HEAD' })
  assert.deepEqual([head.status, await head.text()], [200, ''])
  assert.ok(Number(head.headers.get('content-length')) > 1000)
  assert.equal(readdirSync(box.folder).length, 34)
})

test('an unreadable mailbox is a 500 and is logged', async () => {
  const broken = join(box.folder, '20991115120000000-0123456789ab.json')
  writeFileSync(broken, '{"half')
  const answer = await get('/mailbox')
  assert.equal(answer.status, 500)
  assert.match(await answer.text(), /Couldn’t read the mailbox/)
  assert.ok(faults[0] instanceof SyntaxError)
  rmSync(broken)
  assert.equal((await get('/mailbox')).status, 200)
})
