import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sendEmail } from '#contract/email.ts'
import { createComposer } from '#mail/compose.ts'
import { createSmtp } from '#mail/smtp.ts'
import { claimMails } from '#store/mail/outbox.ts'
import { type SmtpPeer, startPeer } from '#tests/support/peer/smtp-peer.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { assertShape } from '#tests/support/strict-client.ts'

// Known attacks that abuse forms to send mail. Accepted ones go all the way: through the store and the composer to an SMTP server.
// The result is an email to the directory alone, or none.

const OURS = 'people@directory.example'
const expectedHeader = [
  'From',
  'Reply-To',
  'To',
  'Subject',
  'Message-ID',
  'Date',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'X-Projectory-Request',
].toSorted()

let service: TestService
let peer: SmtpPeer
before(async () => {
  service = await startService({ env: { MAIL_TO: `The directory <${OURS}>`, MAIL_FROM: 'Projectory <noreply@directory.example>' } })
  peer = await startPeer()
})
after(async () => {
  await peer.close()
  await service.close()
})

const good = { name: 'Anna', email: 'anna@example.org', subject: 'A question', message: 'May a team of two apply?' }
const fields = ['name', 'email', 'subject', 'message'] as const
const victim = 'victim@example.net'

const breaks = [
  '\r\n',
  '\n',
  '\r',
  '\n\r',
  '\r\n ',
  '\r\n\t',
  '\r\n\r\n',
  '\u0085',
  '\u2028',
  '\u2029',
  '\v',
  '\f',
  '\0\r\n',
  '\u001e',
  '\u007f',
  '%0d%0a',
  '%0A',
  '\\r\\n',
  '\u010d\u010a', // truncated to low bytes it is CRLF
  '=0D=0A',
  '=?utf-8?q?=0D=0A?=',
  '=?utf-8?b?DQo=?=',
  '&#13;&#10;',
  '\u{e000d}\u{e000a}',
]
const injections = [`Bcc: ${victim}`, `To: ${victim}\r\nSubject: x\r\n\r\nBuy`, '.\r\nRCPT TO:<victim@example.net>\r\nDATA']
const names = [
  `"a" <b@c.example>, ${victim}`,
  `Anna <${victim}>`,
  `Anna, ${victim}`,
  `"Anna\\" <${victim}>`,
  `group: ${victim};`,
  `<${victim}>`,
  `${victim}>, <${victim}`,
  `(${victim}) Anna`,
  `=?utf-8?q?Anna_=3C${victim}=3E?=`,
  '=?utf-8?b?QW5uYSA8dmljdGltQGV4YW1wbGUubmV0Pg==?=',
  '=?', // half an encoded word
  `Anna\u202e${victim}`,
  'An\u200bna',
  'A'.repeat(101),
  'Анна-Мария 👩‍💻 عربي',
  "O'Brien; --",
  '$' + '{jndi:ldap://x}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  'undecodable \ud83d',
  '\udc00',
  '.',
  '\u0301',
]
const addresses = [
  `anna@example.org, ${victim}`,
  `anna@example.org;${victim}`,
  `anna@example.org ${victim}`,
  `<${victim}>`,
  `Anna <${victim}>`,
  `"a\r\nb"@example.org`,
  `"${victim}"@example.org`,
  `anna@example.org>, <${victim}`,
  `anna@example.org\r\nRCPT TO:<${victim}>`,
  'anna@[127.0.0.1]',
  'anna@localhost',
  'anna%victim.example.net@example.org',
  '@example.net:anna@example.org',
  'anna@example.org?bcc=victim@example.net',
  'anna@exa\u0000mple.org',
  'анна@пример.рф',
  'anna@пример.рф',
  'anna@xn--e1afmkfd.xn--p1ai',
  'anna@example.org\u2028',
  `${'a'.repeat(65)}@example.org`,
  `a@${'b'.repeat(250)}.org`,
  '-oQ/tmp@example.org',
  '|cat@example.org',
  '',
]
const texts = [
  '',
  ' ',
  '\u202e\u2066abc\u2069',
  '.',
  '..\r\n.\r\n',
  'From anna',
  '-- \r\n',
  '=',
  'x'.repeat(200),
  'x'.repeat(201),
  'я'.repeat(5000),
  'я'.repeat(5001),
  '👩‍💻'.repeat(60),
  '\ud800',
  'a\udfffb',
  '\ufeffBOM',
  '{"path":"/etc/passwd"}',
  `${'x'.repeat(998)} ${'y'.repeat(998)}`,
]
const objects: unknown[] = [
  { path: '/etc/passwd' },
  { href: 'http://127.0.0.1:1/' },
  { raw: `To: ${victim}\r\n\r\nx` },
  { content: 'x', encoding: 'base64' },
  { toString: 'x' },
  { name: 'x', address: victim },
  [victim],
  [[victim]],
  [{ address: victim }],
  {},
  [],
  null,
  true,
  0,
  1e9,
]
const others: Record<string, unknown>[] = [
  ...[
    'to',
    'cc',
    'bcc',
    'from',
    'sender',
    'replyTo',
    'reply-to',
    'inReplyTo',
    'returnPath',
    'recipient',
    'recipients',
    'To',
    'address',
  ].flatMap((key) => [{ [key]: victim }, { [key]: [victim, { address: victim }] }]),
  { headers: { Bcc: victim } },
  { headers: [{ key: 'Bcc', value: victim }] },
  { envelope: { from: victim, to: [victim], size: 'x\r\nRCPT TO:<victim@example.net>' } },
  { list: { help: `x\r\nBcc: ${victim}` } },
  { attachments: [{ path: '/etc/passwd' }] },
  { attachments: [{ href: 'http://127.0.0.1:1/' }] },
  { alternatives: [{ content: '<b>x</b>' }], icalEvent: { path: '/etc/passwd' }, amp: 'x', watchHtml: 'x' },
  { html: '<b>x</b>', text: { path: '/etc/passwd' }, raw: { path: '/etc/passwd' } },
  { messageId: '<x@example.net>', date: 'x', priority: 'high', encoding: 'x', dkim: {}, dsn: { notify: 'success', recipient: victim } },
  { data: { email: victim }, about: 'x', language: 'x', person: 1, personId: 1, state: 'sent', id: 1, person_id: 1 },
  { kind: 'contact\r\nBcc: x' },
  { kind: '__proto__' },
  { kind: ['contact'] },
  { website: victim },
  { website: { path: '/etc/passwd' } },
  { website: 'x'.repeat(3000) },
]

const bodies: string[] = [
  ...fields.flatMap((field) =>
    breaks.flatMap((sign) =>
      injections.slice(0, field === 'subject' ? 3 : 1).map((more) => ({ ...good, [field]: `${good[field]}${sign}${more}` })),
    ),
  ),
  ...fields.flatMap((field) =>
    breaks.slice(0, 8).flatMap((sign) => [
      { ...good, [field]: `${sign}${good[field]}` },
      { ...good, [field]: `${good[field]}${sign}` },
    ]),
  ),
  ...names.flatMap((name) => [
    { ...good, name },
    { ...good, subject: name },
  ]),
  ...addresses.map((email) => ({ ...good, email })),
  ...texts.flatMap((text) => [
    { ...good, subject: text },
    { ...good, message: text },
  ]),
  ...fields.flatMap((field) => objects.map((value) => ({ ...good, [field]: value }))),
  ...others.map((more) => ({ ...good, ...more })),
].map((body) => JSON.stringify(body))

bodies.push(
  '',
  'null',
  '[]',
  '"x"',
  '{"name":"Anna"',
  `{"name":"Anna","email":"anna@example.org","email":"${victim}"}`,
  `{"__proto__":{"to":"${victim}"},"name":"Anna","email":"anna@example.org"}`,
  `{"constructor":{"prototype":{"to":"${victim}"}},"name":"Anna","email":"anna@example.org"}`,
  JSON.stringify({ ...good, message: 'x'.repeat(1_000_000) }),
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  `{"name":"Anna","email":"anna@example.org","message":${'['.repeat(5000)}${']'.repeat(5000)}}`,
)

type Header = { name: string; value: string }
function headerOf(raw: string): Header[] {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n(?=[ \t])/g, '')
  return head.split('\r\n').map((line) => ({ name: line.slice(0, line.indexOf(':')), value: line.slice(line.indexOf(':') + 1).trim() }))
}

test('hundreds of hostile emails: each is refused, or goes only to the directory', async () => {
  assert.ok(bodies.length >= 300, String(bodies.length))
  let taken = 0
  for (const [n, body] of bodies.entries()) {
    const headers = { 'content-type': 'application/json', 'x-request-id': `hostile-${n}` }
    const response = await fetch(`${service.url}/email`, { method: 'POST', headers, body })
    assert.ok(response.status < 500, `${response.status} for ${body.slice(0, 200)}`)
    if (response.status === 200) {
      assertShape(sendEmail.answer, await response.json(), body.slice(0, 200))
      taken++
    } else await assertProblem(response)
  }
  assert.ok(taken > 80 && taken < bodies.length - 150, `${taken} of ${bodies.length} were taken`)

  const { sql, config } = service
  const now = () => new Date()
  const compose = createComposer({ ...config, sql, now, apiUrl: service.url, settings: service.app.settings })
  const smtp = createSmtp({ url: peer.url })
  // An operator releases the ones that were held back.
  const released = await sql`update outbox set state = 'queued' where state = 'review'`
  assert.equal(released.count, 1, 'only the honeypot field sends an email to review')
  const mails = await claimMails(sql, { limit: 1000, now: now(), leaseMs: 600_000 })
  for (const mail of mails) {
    const ready = await compose(mail)
    assert.ok('raw' in ready, JSON.stringify(ready))
    const outcome = await smtp.deliver(ready, async () => true)
    assert.equal(outcome.kind, 'accepted', outcome.reply)
    const { raw, from, to } = peer.taken.at(-1)!
    const about = `${JSON.stringify(mail.data)}\n${raw}`
    assert.deepEqual([from, to], ['noreply@directory.example', OURS], about)
    const header = headerOf(raw)
    assert.deepEqual(header.map(({ name }) => name).toSorted(), expectedHeader, about)
    const sent = (wanted: string) => header.find(({ name }) => name === wanted)!.value
    assert.match(sent('To'), new RegExp(`^"?The directory"? <${OURS.replaceAll('.', '\\.')}>$`), about)
    const email = String(mail.data.email)
    assert.ok(sent('Reply-To') === email || sent('Reply-To').endsWith(` <${email}>`), about)
    const replyToName = sent('Reply-To').slice(0, -email.length - 2)
    assert.match(
      replyToName,
      /^(?:|"(?:[^"\\]|\\.)*" |(?:=\?UTF-8\?[QB]\?[^?\s]*\?= ?)+|[\w .'-]+ )$/,
      `a second address could hide here: ${about}`,
    )
    assert.match(sent('Content-Type'), /^text\/plain; charset=utf-8$/, about)
    assert.doesNotMatch(raw, /root:|\P{ASCII}/u, 'plain ASCII, and no file of ours')
  }
  const named = peer.heard.filter((line) => /^RCPT/i.test(line))
  assert.deepEqual(named, Array(mails.length).fill(`RCPT TO:<${OURS}>`))
})
