import assert from 'node:assert/strict'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { type Message, readMailbox, writeMessage } from './message.ts'

const message: Message = {
  id: 12,
  from: { name: 'Projects', address: 'post@example.org' },
  to: { name: '', address: 'anna@students.example.org' },
  replyTo: null,
  subject: 'Hello',
  text: 'One\nTwo\n',
  html: '<p>One</p>\n',
  date: new Date('2026-11-15T12:00:00Z'),
  isAutomatic: true,
  unsubscribe: null,
  requestId: null,
}

test('a mailbox is parsed with and without a name', () => {
  const cases: [string, string, string][] = [
    ['Projects <post@example.org>', 'Projects', 'post@example.org'],
    ['post@example.org', '', 'post@example.org'],
    ['<post@example.org>', '', 'post@example.org'],
    ['  Проекты и люди  <post@localhost> ', 'Проекты и люди', 'post@localhost'],
  ]
  for (const [text, name, address] of cases) assert.deepEqual(readMailbox(text), { name, address }, text)
})

test('the message is short ASCII lines that end in CRLF, for any text', async () => {
  const long = `${'слово '.repeat(2000)}${'x'.repeat(5000)}😀`
  const { raw } = await writeMessage({
    ...message,
    subject: `Тема ${'очень '.repeat(30)}`,
    text: `${long}\r\none\rtwo\nthree\n.\nFrom x`,
    html: `<p>${long}</p>`,
  })
  const lines = raw.toString('latin1').split('\r\n')
  assert.ok(
    lines.every((line) => line.length <= 78 && /^[\t\x20-\x7e]*$/.test(line)),
    lines.find((line) => line.length > 78 || !/^[\t\x20-\x7e]*$/.test(line)),
  )
  const parsed = await PostalMime.parse(raw)
  assert.equal(parsed.text!.trimEnd(), `${long}\none\ntwo\nthree\n.\nFrom x`)
  assert.equal(parsed.html!.trimEnd(), `<p>${long}</p>`)
})

test('the Message-ID has the outbox id and the host of our own address', async () => {
  const { messageId, raw, envelope } = await writeMessage({ ...message, from: readMailbox('x <a@mail.example.org>') })
  assert.equal(messageId, '<outbox-12@mail.example.org>')
  assert.match(raw.toString(), /^Message-ID: <outbox-12@mail\.example\.org>\r$/m)
  assert.deepEqual(envelope, { from: 'a@mail.example.org', to: 'anna@students.example.org' })
})

test('an invalid request id is omitted', async () => {
  for (const requestId of ['a\r\nBcc: x@example.org', 'a b', '', 'x'.repeat(65), 'ключ'])
    assert.doesNotMatch((await writeMessage({ ...message, requestId })).raw.toString(), /X-Projectory-Request|Bcc/, requestId)
  assert.match((await writeMessage({ ...message, requestId: 'call-12345' })).raw.toString(), /^X-Projectory-Request: call-12345\r$/m)
})

test('an object instead of a string is refused, so that no file or URL is read', async () => {
  for (const odd of [{ path: '/etc/passwd' }, { href: 'http://127.0.0.1/' }, { raw: 'x' }, ['x'], null, undefined, 7, Buffer.from('x')])
    for (const name of ['text', 'subject', 'html']) {
      if (name === 'html' && odd === null) continue
      await assert.rejects(writeMessage({ ...message, [name]: odd as never }), new TypeError(`the ${name} of an email is not a string`))
    }
})
