import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import { selfSigned } from '#tests/support/peer/certificate.ts'
import { type Fault, type PeerSettings, type SmtpPeer, startPeer } from '#tests/support/peer/smtp-peer.ts'
import { composePlain } from '#tests/support/sample/plain-email.ts'
import type { Outcome } from './mail.ts'
import { createSmtp, readSmtpUrl } from './smtp.ts'

const opened: SmtpPeer[] = []
after(() => Promise.all(opened.map((peer) => peer.close())))

const timing = { connectMs: 20_000, greetingMs: 20_000, stallMs: 20_000, replyMs: 20_000, silenceMs: 20_000, wholeMs: 60_000 }
const hasty = { connectMs: 20_000, greetingMs: 400, stallMs: 20_000, replyMs: 400, silenceMs: 400, wholeMs: 60_000 } // for tests of timeouts
const calm = { ...timing, silenceMs: 2000 } // where the message must reach the final dot first
const brief = { ...timing, wholeMs: 6000 }
let number = 0
const newEmail = (data = {}) =>
  composePlain({
    id: ++number,
    attempt: 1,
    tries: 1,
    kind: 'contact',
    personId: null,
    address: null,
    data,
    createdAt: new Date(),
    requestId: null,
  })

type Tried = { outcome: Outcome; peer: SmtpPeer; commits: number }
async function tryWith(
  settings: PeerSettings = {},
  commit = async () => true,
  change = (url: string) => url,
  timeouts = timing,
): Promise<Tried> {
  const peer = await startPeer(settings)
  opened.push(peer)
  const mail = await newEmail()
  assert.ok('raw' in mail)
  let commits = 0
  const outcome = await createSmtp({ url: change(peer.url), timing: timeouts }).deliver(mail, async () => {
    commits += 1
    assert.equal(peer.bodies, 0, 'not a byte was sent before the commit')
    return commit()
  })
  return { outcome, peer, commits }
}
/** It greets a new connection after it has read what was sent to it before. */
async function hasRead(peer: SmtpPeer): Promise<void> {
  const socket = connect(peer.port, '127.0.0.1')
  await once(socket, 'data')
  socket.destroy()
}
const always = (fault: Fault): PeerSettings => ({ script: () => fault })
const answers = (at: Fault['at'], reply: string): PeerSettings => always({ at, does: 'answer', reply })

test('a message arrives byte for byte, with dot-stuffing and its envelope', async () => {
  const { outcome, peer, commits } = await tryWith()
  assert.deepEqual([outcome, commits], [{ kind: 'accepted', reply: '250 2.0.0 taken' }, 1])
  const [taken] = peer.taken
  assert.deepEqual([taken!.from, taken!.to], ['office@directory.test', `person-${number}@people.test`])
  assert.equal(taken!.messageId, `<outbox-${number}@directory.test>`)
  assert.match(taken!.raw, /\r\n\.\.a line of the text\r\n/, 'a dot at the start of a line is doubled')
  assert.ok(peer.heard.some((line) => /^MAIL FROM:<office@directory\.test>/.test(line)))
})

for (const extensions of [[], ['PIPELINING', 'SIZE 1000000', '8BITMIME']])
  test(`commit is called once the server waits for the message (${extensions.join(', ') || 'no extensions'})`, async () => {
    let heard: string[] = []
    const settings: PeerSettings = { extensions }
    const peer = await startPeer(settings)
    opened.push(peer)
    const mail = await newEmail()
    assert.ok('raw' in mail)
    const commit = async () => {
      heard = [...peer.heard]
      await hasRead(peer)
      assert.equal(peer.bodies, 0)
      return true
    }
    assert.equal((await createSmtp({ url: peer.url, timing }).deliver(mail, commit)).kind, 'accepted')
    assert.equal(heard.at(-1), 'DATA')
    assert.equal(peer.taken.length, 1)
  })

test('without a commit neither a byte of the message nor the final dot is sent', async () => {
  const { outcome, peer, commits } = await tryWith({}, async () => false)
  assert.deepEqual([outcome.kind, commits, peer.bodies, peer.taken.length], ['lost', 1, 0, 0])
  assert.ok(outcome.kind === 'lost' && outcome.isUntouched)
  const broken = await tryWith({}, async () => {
    throw new Error('the store is away')
  })
  assert.deepEqual([broken.outcome.kind, broken.peer.bodies], ['lost', 0])
  assert.match(broken.outcome.reply, /the store is away/)
})

test('a commit after the end of the attempt sends nothing', async () => {
  const late = async () => {
    await sleep(calm.silenceMs + 500) // the timer of the attempt, which was set before, has fired
    return true
  }
  const { outcome, peer, commits } = await tryWith({}, late, undefined, calm)
  assert.deepEqual([outcome.kind, commits, peer.bodies, peer.taken.length], ['lost', 1, 0, 0])
  assert.ok(outcome.kind === 'lost' && outcome.isUntouched)
  await hasRead(peer)
  assert.equal(peer.bodies, 0)
})

const server = { kind: 'postponed', isServer: true }
const notNow = { kind: 'postponed', isServer: false }
const never = { kind: 'refused', isAddress: false }
const replies: [Fault['at'], string, object, number][] = [
  ['greeting', '421 busy', server, 0],
  ['greeting', '554 go away', server, 0],
  ['ehlo', '421 busy', server, 0],
  ['ehlo', '550 go away', server, 0],
  ['mail', '451 later', notNow, 0],
  ['mail', '550 not you', never, 0],
  ['mail', '530 5.7.0 sign in first', server, 0],
  ['rcpt', '450 greylisted', notNow, 0],
  ['rcpt', '550 5.1.1 nobody here', { kind: 'refused', isAddress: true }, 0],
  ['rcpt', '554 5.7.1 no relaying', never, 0],
  ['data', '451 later', notNow, 0],
  ['data', '554 no', never, 0],
  ['dot', '452 no room', notNow, 1],
  ['dot', '421 closing', notNow, 1],
  ['dot', '554 spam', never, 1],
]
for (const [at, reply, expected, commits] of replies)
  for (const extensions of [[], ['PIPELINING']])
    test(`“${reply}” at ${at}${extensions.length ? ', with PIPELINING,' : ''} is ${JSON.stringify(expected)}`, async () => {
      const tried = await tryWith({ ...answers(at, reply), extensions })
      assert.deepEqual([tried.outcome, tried.commits], [{ ...expected, reply }, commits])
      assert.equal(tried.peer.taken.length, 0)
    })

const silences: [string, Fault, boolean, typeof timing?][] = [
  ['no greeting', { at: 'greeting', does: 'hang' }, true, hasty],
  ['no reply to EHLO', { at: 'ehlo', does: 'hang' }, true, hasty],
  ['no reply to DATA', { at: 'data', does: 'hang' }, true, hasty],
  ['a connection closed before the greeting', { at: 'connect', does: 'drop' }, true],
  ['a connection closed at MAIL', { at: 'mail', does: 'drop' }, true],
  ['a connection closed at RCPT', { at: 'rcpt', does: 'drop' }, true],
  ['a connection closed after one byte', { at: 'body', does: 'drop', afterBytes: 1 }, false],
  ['a connection closed in the middle', { at: 'body', does: 'drop', afterBytes: 700 }, false],
  ['a connection closed instead of the final reply', { at: 'dot', does: 'drop' }, false],
  ['a connection closed after acceptance', { at: 'dot', does: 'drop', takes: true }, false],
  ['no reply to the final dot', { at: 'dot', does: 'hang', takes: true }, false, calm],
  ['a greeting byte by byte', { at: 'greeting', does: 'slow' }, true, brief],
  ['a reply to EHLO byte by byte', { at: 'ehlo', does: 'slow' }, true, brief],
  ['a final reply byte by byte', { at: 'dot', does: 'slow' }, false, brief],
]
for (const [title, fault, isUntouched, timeouts] of silences)
  test(`${title} is a lost outcome, ${isUntouched ? 'before' : 'after'} the first byte of the message`, async () => {
    const { outcome, commits } = await tryWith({ ...always(fault), slowMs: 600 }, undefined, undefined, timeouts)
    assert.equal(outcome.kind, 'lost')
    assert.deepEqual([outcome.kind === 'lost' && outcome.isUntouched, commits], [isUntouched, isUntouched ? 0 : 1])
  })

test('a reply before the message is complete does not count as the final reply', async () => {
  const { promise: isHeard, resolve } = Promise.withResolvers<void>()
  const commit = async () => {
    setImmediate(resolve) // both replies arrive together: the second one has been read
    await isHeard
    return true
  }
  const { outcome, peer } = await tryWith(answers('data', '354 go on\r\n250 2.0.0 taken'), commit)
  assert.equal(outcome.kind, 'lost')
  assert.equal(peer.taken.length, 0)
})

for (const [title, fault] of Object.entries<Fault>({
  'a refused QUIT': { at: 'quit', does: 'answer', reply: '500 what?' },
  'no reply to QUIT': { at: 'quit', does: 'hang' },
  'a connection closed at QUIT': { at: 'quit', does: 'drop' },
}))
  test(`${title} changes nothing: the message was accepted`, async () => {
    const { outcome, peer } = await tryWith(always(fault))
    assert.deepEqual([outcome.kind, peer.taken.length], ['accepted', 1])
  })

for (const [reply, kind] of [
  ['451 later', 'postponed'],
  ['550 not you', 'refused'],
] as const)
  test(`a server that replies “${reply}” and still asks for the message gets none`, async () => {
    const { outcome, peer, commits } = await tryWith({ ...answers('mail', reply), extensions: ['PIPELINING'], isSloppy: true })
    assert.deepEqual([outcome.kind, commits, peer.bodies], [kind, 0, 0])
  })

test('an unreachable server is a lost outcome', async () => {
  const mail = await newEmail()
  assert.ok('raw' in mail)
  const outcome = await createSmtp({ url: 'smtp://127.0.0.1:1', timing }).deliver(mail, async () => true)
  assert.equal(outcome.kind, 'lost')
  assert.match(outcome.reply, /ECONNREFUSED/)
})

test('an address with SMTP injection is refused without being sent', async () => {
  const peer = await startPeer()
  opened.push(peer)
  const mail = await newEmail({ to: 'a@b.test>\r\nRCPT TO:<c@d.test' })
  assert.ok('raw' in mail)
  const outcome = await createSmtp({ url: peer.url, timing }).deliver(mail, async () => true)
  assert.equal(outcome.kind, 'refused')
  assert.ok(!peer.heard.some((line) => line.includes('c@d.test')))
})

test('a message above SIZE is refused before it is sent', async () => {
  const { outcome, commits } = await tryWith({ extensions: ['SIZE 100'] })
  assert.deepEqual([outcome.kind, commits], ['refused', 0])
})

const withPassword = (pass: string) => (url: string) => url.replace('//', `//directory:${encodeURIComponent(pass)}@`)
test('user and password in the URL are used for AUTH', async () => {
  const password = { user: 'directory', pass: 'p@ss/wörd' }
  const good = await tryWith({ password }, undefined, withPassword(password.pass))
  assert.equal(good.outcome.kind, 'accepted')
  const wrong = await tryWith({ password }, undefined, withPassword('guess'))
  assert.deepEqual(wrong.outcome, { kind: 'postponed', isServer: true, reply: '535 5.7.8 wrong password' })
  const notAsked = await tryWith({}, undefined, withPassword('guess'))
  assert.ok(notAsked.outcome.kind === 'postponed' && notAsked.outcome.isServer)
  assert.ok(!notAsked.peer.heard.some((line) => line.startsWith('AUTH')))
})

test('STARTTLS is used if offered, before AUTH', async () => {
  const password = { user: 'directory', pass: 'secret' }
  const { outcome, peer } = await tryWith({ password, certificate: selfSigned() }, undefined, withPassword('secret'))
  assert.equal(outcome.kind, 'accepted')
  assert.equal(peer.taken[0]!.isEncrypted, true)
  assert.ok(peer.heard.indexOf('STARTTLS') < peer.heard.findIndex((line) => line.startsWith('AUTH')))
})

// A loopback address that is not recognised as one.
const asRemoteHost = (url: string) => withPassword('secret')(url).replace('127.0.0.1', '[::ffff:127.0.0.1]')
test('a password is sent to another host only over TLS with a valid certificate', async () => {
  const password = { user: 'directory', pass: 'secret' }
  for (const [settings, kind, why] of [
    [{ password }, 'postponed', /^502 /],
    [{ password, certificate: selfSigned() }, 'lost', /self-signed certificate/],
  ] as const) {
    const { outcome, peer, commits } = await tryWith(settings, undefined, asRemoteHost)
    assert.deepEqual([outcome.kind, commits], [kind, 0])
    assert.match('reply' in outcome ? outcome.reply : '', why)
    assert.ok(!peer.heard.some((line) => /^(AUTH|MAIL)/.test(line)))
  }
})

test('smtps refuses an invalid certificate', async () => {
  let received = ''
  const server = createTlsServer(selfSigned(), (socket) => {
    socket.on('error', () => {}).on('data', (part) => (received += part))
    socket.write('220 peer.test\r\n')
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const mail = await newEmail()
  assert.ok('raw' in mail)
  const outcome = await createSmtp({ url: `smtps://localhost:${port}`, timing }).deliver(mail, async () => true)
  server.close()
  assert.equal(outcome.kind, 'lost')
  assert.match(outcome.reply, /self-signed certificate/)
  assert.equal(received, '')
})

test('the URL has host, port, TLS mode and password', () => {
  const read = (url: string) => {
    const { host, port, isSecure, isTlsRequired, auth } = readSmtpUrl(url)
    return [host, port, isSecure, isTlsRequired, auth?.pass ?? null]
  }
  assert.deepEqual(read('smtp://mail.example.org'), ['mail.example.org', 25, false, false, null])
  assert.deepEqual(read('smtp://u:p@mail.example.org'), ['mail.example.org', 587, false, true, 'p'])
  assert.deepEqual(read('smtp://u:p@mail.example.org:2525'), ['mail.example.org', 2525, false, true, 'p'])
  assert.deepEqual(read('smtps://u:p%40ss@mail.example.org'), ['mail.example.org', 465, true, false, 'p@ss'])
  for (const host of ['localhost', '127.0.0.1', '[::1]'])
    assert.deepEqual(read(`smtp://u:p@${host}`), [host.replace(/[[\]]/g, ''), 587, false, false, 'p'])
  for (const host of ['127.0.0.1.example.org', 'localhost.example.org']) assert.equal(read(`smtp://u:p@${host}`)[3], true, host)
})
