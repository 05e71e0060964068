import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Attempt,
  classifyReply,
  classOf,
  type EmailTransition,
  type MailClass,
  nextEmailState,
  type Reply,
  type ReplyClass,
  retryDelay,
  type Step,
} from './mail.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const classes: [string, MailClass][] = [
  ['email_change', 'security'],
  ['email_changed', 'security'],
  ['new_sign_in', 'security'],
  ['contact', 'contact'],
  ['request_approved', 'notice'],
  ['digest', 'notice'],
  ['something_new', 'notice'],
]
for (const [kind, expected] of classes) test(`${kind} is of the class ${expected}`, () => assert.equal(classOf(kind), expected))

test('the back-off is up to 30 s, 1, 2, 5, 15, 30 min, 1, 2, 4, 8, 16 h; the twelfth attempt is the last', () => {
  const longest = [0.5, 1, 2, 5, 15, 30, 60, 120, 240, 480, 960].map((minutes) => minutes * MINUTE)
  for (const [n, delay] of longest.entries()) {
    assert.equal(retryDelay(n + 1, 1), delay)
    assert.equal(retryDelay(n + 1, 0.25), delay / 4)
    assert.equal(retryDelay(n + 1, 0), 0)
  }
  assert.deepEqual([retryDelay(12, 0.5), retryDelay(13, 0.5)], [null, null])
})

const first: Attempt = { isCommitted: false, tries: 1, age: 0, class: 'notice', wasUnknown: false }
const later: EmailTransition = { state: 'deferred', outcome: 'deferred', delay: 15_000 }
const end = (state: EmailTransition['state']): EmailTransition => ({ state, outcome: state, delay: null })
const again: EmailTransition = { state: 'deferred', outcome: 'unknown', delay: 15_000 }

const cases: [string, Reply, Partial<Attempt>, EmailTransition][] = [
  ['accepted: sent', 'accepted', { isCommitted: true }, end('sent')],
  ['accepted at the last attempt: sent', 'accepted', { isCommitted: true, tries: 12, age: 80 * HOUR }, end('sent')],
  ['refused: failed', 'refused', {}, end('failed')],
  ['refused after the message: failed', 'refused', { isCommitted: true }, end('failed')],
  ['postponed: deferred', 'postponed', {}, later],
  ['postponed after the message: deferred', 'postponed', { isCommitted: true }, later],
  ['postponed at the twelfth attempt: dead', 'postponed', { tries: 12 }, end('dead')],
  ['postponed just before 72 h: deferred', 'postponed', { age: 72 * HOUR - 1 }, later],
  ['postponed after 72 h: dead', 'postponed', { age: 72 * HOUR }, end('dead')],
  ['connection lost before the message: deferred', 'lost', {}, later],
  ['connection lost before a security email: deferred', 'lost', { class: 'security' }, later],
  ['connection lost at the twelfth attempt: dead', 'lost', { tries: 12 }, end('dead')],
  ['connection lost during a notice: unknown', 'lost', { isCommitted: true }, end('unknown')],
  ['connection lost during a contact email: unknown', 'lost', { isCommitted: true, class: 'contact' }, end('unknown')],
  ['connection lost during a security email: retried', 'lost', { isCommitted: true, class: 'security' }, again],
  ['… but only once', 'lost', { isCommitted: true, class: 'security', wasUnknown: true }, end('unknown')],
  ['… and not after the last attempt', 'lost', { isCommitted: true, class: 'security', tries: 12 }, end('unknown')],
  ['… nor after 72 h', 'lost', { isCommitted: true, class: 'security', age: 73 * HOUR }, end('unknown')],
  ['a security email that was unknown once may be deferred', 'postponed', { class: 'security', wasUnknown: true }, later],
  ['given up after it was unknown once: unknown', 'postponed', { class: 'security', wasUnknown: true, tries: 12 }, end('unknown')],
]
for (const [title, reply, tried, expected] of cases)
  test(title, () => assert.deepEqual(nextEmailState(reply, { ...first, ...tried }, 0.5), expected))

const server: ReplyClass = { kind: 'postponed', isServer: true }
const notNow: ReplyClass = { kind: 'postponed', isServer: false }
const never: ReplyClass = { kind: 'refused', isAddress: false }
const noSuchAddress: ReplyClass = { kind: 'refused', isAddress: true }
const words: [string, Step, ReplyClass][] = [
  ['554 no service here', 'reaching', server],
  ['421 too busy', 'reaching', server],
  ['535 5.7.8 wrong password', 'reaching', server],
  ['530 5.7.0 sign in first', 'naming', server],
  ['530 5.7.0 sign in first', 'address', server],
  ['450 4.2.1 come back later', 'address', notNow],
  ['421 4.3.2 closing', 'naming', notNow],
  ['452 4.3.1 no room', 'leaving', notNow],
  ['550 5.1.8 bad sender', 'naming', never],
  ['550 5.1.1 no such mailbox', 'address', noSuchAddress],
  ['550 no such mailbox', 'address', noSuchAddress],
  ['554 5.7.1 relaying denied', 'address', never],
  ['554 5.6.0 looks like spam', 'leaving', never],
]
for (const [reply, step, expected] of words)
  test(`“${reply}” while ${step} means ${JSON.stringify(expected)}`, () =>
    assert.deepEqual(classifyReply(Number(reply.slice(0, 3)), reply, step), expected))
