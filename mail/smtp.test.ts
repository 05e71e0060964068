import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import { selfSigned } from '#tests/support/certificate.ts'
import { composePlain } from '#tests/support/mail-worker.ts'
import { type Fault, type PeerSettings, type SmtpPeer, startPeer } from '#tests/support/smtp-peer.ts'
import type { Outcome } from './mail.ts'
import { createSmtp, readSmtpUrl } from './smtp.ts'

const opened: SmtpPeer[] = []
after(() => Promise.all(opened.map((peer) => peer.close())))

const timing = { connectMs: 20_000, greetingMs: 20_000, silenceMs: 20_000, wholeMs: 60_000 }
const hasty = { connectMs: 20_000, greetingMs: 400, silenceMs: 400, wholeMs: 60_000 } // where nothing but the waiting is tried
const calm = { ...timing, silenceMs: 2000 } // where the letter has to get as far as the last dot first
const brief = { ...timing, wholeMs: 1500 }
let number = 0
const newLetter = (data = {}) =>
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

type Tried = { outcome: Outcome; peer: SmtpPeer; asked: number }
async function tryWith(
  settings: PeerSettings = {},
  commit = async () => true,
  change = (url: string) => url,
  patience = timing,
): Promise<Tried> {
  const peer = await startPeer(settings)
  opened.push(peer)
  const mail = await newLetter()
  assert.ok('raw' in mail)
  let asked = 0
  const outcome = await createSmtp({ url: change(peer.url), timing: patience }).deliver(mail, async () => {
    asked += 1
    assert.equal(peer.bodies, 0, 'not a byte left before it was allowed')
    return commit()
  })
  return { outcome, peer, asked }
}
const always = (fault: Fault): PeerSettings => ({ script: () => fault })
const answers = (at: Fault['at'], reply: string): PeerSettings => always({ at, does: 'answer', reply })

test('a letter arrives byte for byte, dots and all, with the envelope it was given', async () => {
  const { outcome, peer, asked } = await tryWith()
  assert.deepEqual([outcome, asked], [{ kind: 'accepted', reply: '250 2.0.0 taken' }, 1])
  const [taken] = peer.taken
  assert.deepEqual([taken!.from, taken!.to], ['office@directory.test', `person-${number}@people.test`])
  assert.equal(taken!.messageId, `<outbox-${number}@directory.test>`)
  assert.match(taken!.raw, /\r\n\.\.a line of a letter\r\n/, 'a dot at the start of a line travels as two')
  assert.ok(peer.heard.some((line) => /^MAIL FROM:<office@directory\.test>/.test(line)))
})

for (const extensions of [[], ['PIPELINING', 'SIZE 1000000', '8BITMIME']])
  test(`leave to send is asked for once the other side waits for the letter (${extensions.join(', ') || 'no extensions'})`, async () => {
    let heard: string[] = []
    const settings: PeerSettings = { extensions }
    const peer = await startPeer(settings)
    opened.push(peer)
    const mail = await newLetter()
    assert.ok('raw' in mail)
    const commit = async () => {
      heard = [...peer.heard]
      await sleep(50)
      assert.equal(peer.bodies, 0)
      return true
    }
    assert.equal((await createSmtp({ url: peer.url, timing }).deliver(mail, commit)).kind, 'accepted')
    assert.equal(heard.at(-1), 'DATA')
    assert.equal(peer.taken.length, 1)
  })

test('without leave not a byte of the letter leaves, nor the dot that would end it', async () => {
  const { outcome, peer, asked } = await tryWith({}, async () => false)
  assert.deepEqual([outcome.kind, asked, peer.bodies, peer.taken.length], ['lost', 1, 0, 0])
  assert.ok(outcome.kind === 'lost' && outcome.isUntouched)
  const broken = await tryWith({}, async () => {
    throw new Error('the store is away')
  })
  assert.deepEqual([broken.outcome.kind, broken.peer.bodies], ['lost', 0])
  assert.match(broken.outcome.reply, /the store is away/)
})

test('leave that comes after the end of the attempt sends nothing any more', async () => {
  const late = async () => {
    await sleep(800)
    return true
  }
  const { outcome, peer } = await tryWith({}, late, undefined, hasty)
  assert.deepEqual([outcome.kind, peer.bodies, peer.taken.length], ['lost', 0, 0])
  assert.ok(outcome.kind === 'lost' && outcome.isUntouched)
  await sleep(50)
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
for (const [at, reply, expected, asked] of replies)
  for (const extensions of [[], ['PIPELINING']])
    test(`“${reply}” at ${at}${extensions.length ? ', with everything sent ahead,' : ''} is ${JSON.stringify(expected)}`, async () => {
      const tried = await tryWith({ ...answers(at, reply), extensions })
      assert.deepEqual([tried.outcome, tried.asked], [{ ...expected, reply }, asked])
      assert.equal(tried.peer.taken.length, 0)
    })

const silences: [string, Fault, boolean, typeof timing?][] = [
  ['no greeting', { at: 'greeting', does: 'hang' }, true, hasty],
  ['silence after EHLO', { at: 'ehlo', does: 'hang' }, true, hasty],
  ['silence after DATA', { at: 'data', does: 'hang' }, true, hasty],
  ['an end instead of a greeting', { at: 'connect', does: 'drop' }, true],
  ['an end at MAIL', { at: 'mail', does: 'drop' }, true],
  ['an end at RCPT', { at: 'rcpt', does: 'drop' }, true],
  ['an end after one byte', { at: 'body', does: 'drop', afterBytes: 1 }, false],
  ['an end in the middle', { at: 'body', does: 'drop', afterBytes: 700 }, false],
  ['an end instead of the last answer', { at: 'dot', does: 'drop' }, false],
  ['an end after the letter was kept', { at: 'dot', does: 'drop', takes: true }, false],
  ['silence after the last dot', { at: 'dot', does: 'hang', takes: true }, false, calm],
  ['a greeting byte by byte', { at: 'greeting', does: 'slow' }, true, brief],
  ['an answer to EHLO byte by byte', { at: 'ehlo', does: 'slow' }, true, brief],
  ['a last answer byte by byte', { at: 'dot', does: 'slow' }, false, brief],
]
for (const [title, fault, isUntouched, patience] of silences)
  test(`${title} is a loss, ${isUntouched ? 'before' : 'after'} the letter began to leave`, async () => {
    const { outcome, asked } = await tryWith({ ...always(fault), slowMs: 150 }, undefined, undefined, patience)
    assert.equal(outcome.kind, 'lost')
    assert.deepEqual([outcome.kind === 'lost' && outcome.isUntouched, asked], [isUntouched, isUntouched ? 0 : 1])
  })

test('an answer that comes before the letter is whole is not taken for the last one', async () => {
  const { outcome, peer } = await tryWith(answers('data', '354 go on\r\n250 2.0.0 taken'), async () => {
    await sleep(20) // the store is asked, and answers in its own time
    return true
  })
  assert.equal(outcome.kind, 'lost')
  assert.equal(peer.taken.length, 0)
})

for (const [title, fault] of Object.entries<Fault>({
  'a refused farewell': { at: 'quit', does: 'answer', reply: '500 what?' },
  'silence after the farewell': { at: 'quit', does: 'hang' },
  'an end before the farewell': { at: 'quit', does: 'drop' },
}))
  test(`${title} changes nothing: the letter was taken`, async () => {
    const { outcome, peer } = await tryWith(always(fault))
    assert.deepEqual([outcome.kind, peer.taken.length], ['accepted', 1])
  })

for (const [reply, kind] of [
  ['451 later', 'postponed'],
  ['550 not you', 'refused'],
] as const)
  test(`a server that says “${reply}” and asks for the letter all the same gets none`, async () => {
    const { outcome, peer, asked } = await tryWith({ ...answers('mail', reply), extensions: ['PIPELINING'], isSloppy: true })
    assert.deepEqual([outcome.kind, asked, peer.bodies], [kind, 0, 0])
  })

test('a server that is not there is a loss', async () => {
  const mail = await newLetter()
  assert.ok('raw' in mail)
  const outcome = await createSmtp({ url: 'smtp://127.0.0.1:1', timing }).deliver(mail, async () => true)
  assert.equal(outcome.kind, 'lost')
  assert.match(outcome.reply, /ECONNREFUSED/)
})

test('an address that would break the conversation is refused without being spoken', async () => {
  const peer = await startPeer()
  opened.push(peer)
  const mail = await newLetter({ to: 'a@b.test>\r\nRCPT TO:<c@d.test' })
  assert.ok('raw' in mail)
  const outcome = await createSmtp({ url: peer.url, timing }).deliver(mail, async () => true)
  assert.equal(outcome.kind, 'refused')
  assert.ok(!peer.heard.some((line) => line.includes('c@d.test')))
})

test('a letter larger than the server takes is refused before it leaves', async () => {
  const { outcome, asked } = await tryWith({ extensions: ['SIZE 100'] })
  assert.deepEqual([outcome.kind, asked], ['refused', 0])
})

const withPassword = (pass: string) => (url: string) => url.replace('//', `//directory:${encodeURIComponent(pass)}@`)
test('a name and a password in the URL are shown to the server', async () => {
  const password = { user: 'directory', pass: 'p@ss/wörd' }
  const good = await tryWith({ password }, undefined, withPassword(password.pass))
  assert.equal(good.outcome.kind, 'accepted')
  const wrong = await tryWith({ password }, undefined, withPassword('guess'))
  assert.deepEqual(wrong.outcome, { kind: 'postponed', isServer: true, reply: '535 5.7.8 wrong password' })
  const notAsked = await tryWith({}, undefined, withPassword('guess'))
  assert.ok(notAsked.outcome.kind === 'postponed' && notAsked.outcome.isServer)
  assert.ok(!notAsked.peer.heard.some((line) => line.startsWith('AUTH')))
})

test('what the server offers to encrypt is encrypted, before the password is shown', async () => {
  const password = { user: 'directory', pass: 'secret' }
  const { outcome, peer } = await tryWith({ password, certificate: selfSigned() }, undefined, withPassword('secret'))
  assert.equal(outcome.kind, 'accepted')
  assert.equal(peer.taken[0]!.isEncrypted, true)
  assert.ok(peer.heard.indexOf('STARTTLS') < peer.heard.findIndex((line) => line.startsWith('AUTH')))
})

// An address of this machine that does not look like one.
const asIfFarAway = (url: string) => withPassword('secret')(url).replace('127.0.0.1', '[::ffff:127.0.0.1]')
test('a password travels to another machine encrypted, and to one that is vouched for, or not at all', async () => {
  const password = { user: 'directory', pass: 'secret' }
  for (const [settings, kind, why] of [
    [{ password }, 'postponed', /^502 /],
    [{ password, certificate: selfSigned() }, 'lost', /self-signed certificate/],
  ] as const) {
    const { outcome, peer, asked } = await tryWith(settings, undefined, asIfFarAway)
    assert.deepEqual([outcome.kind, asked], [kind, 0])
    assert.match('reply' in outcome ? outcome.reply : '', why)
    assert.ok(!peer.heard.some((line) => /^(AUTH|MAIL)/.test(line)))
  }
})

test('smtps speaks to nobody whose certificate is not vouched for', async () => {
  let said = ''
  const server = createTlsServer(selfSigned(), (socket) => {
    socket.on('error', () => {}).on('data', (part) => (said += part))
    socket.write('220 peer.test\r\n')
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const mail = await newLetter()
  assert.ok('raw' in mail)
  const outcome = await createSmtp({ url: `smtps://localhost:${port}`, timing }).deliver(mail, async () => true)
  server.close()
  assert.equal(outcome.kind, 'lost')
  assert.match(outcome.reply, /self-signed certificate/)
  assert.equal(said, '')
})

test('the URL says how to get there', () => {
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
