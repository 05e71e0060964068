import assert from 'node:assert/strict'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { availabilityOf } from './availability.ts'
import { append, type Entry, operationsOf, readJournal, type WriteKind } from './journal.ts'
import { compare, type Stored, type StoredEmail } from './oracle.ts'

// The comparison of `npm run rig`, without its servers: it must notice what the rig is there to find.

let at = 0
const sent = (operation: string, kind: WriteKind, target: string, value = '', attempt = 1): Entry => ({
  event: 'sent',
  at: ++at,
  operation,
  attempt,
  kind,
  target,
  value,
  hash: '',
})
const answered = (operation: string, status: number, attempt = 1): Entry => ({
  event: 'answered',
  at: ++at,
  operation,
  attempt,
  status,
  code: '',
  ms: 1,
})
const acknowledged = (kind: WriteKind, target: string, value = ''): Entry[] => {
  const operation = `${kind} ${target} ${value}`
  return [sent(operation, kind, target, value), answered(operation, 200)]
}
const unknown = (kind: WriteKind, target: string, value = ''): Entry[] => {
  const operation = `${kind} ${target} ${value}`
  return [sent(operation, kind, target, value), answered(operation, 503)]
}
const nothing: Stored = { profiles: new Map(), emails: [], applications: [], links: [] }
const email = (id: number, text: string, state = 'sent'): StoredEmail => ({ id, text, state, kind: 'contact' })
const mailed = (...ids: number[]) => ids.map((id) => ({ messageId: `<outbox-${id}@example.org>` }))
const kindsOf = (journal: Entry[], stored: Partial<Stored>, mails = mailed()): string[] =>
  compare(operationsOf(journal), { ...nothing, ...stored }, mails).findings.map(({ kind }) => kind)

test('everything that was acknowledged is stored, and an email is sent once: no finding', () => {
  const journal = [
    ...acknowledged('profile', '7', 'Version 1'),
    ...acknowledged('email', 'rig-1'),
    ...acknowledged('apply', 'rig-2'),
    ...acknowledged('withdraw', 'rig-2'),
    ...acknowledged('link', 'https://example.org/1'),
    ...acknowledged('link', 'https://example.org/2'),
    ...acknowledged('unlink', 'https://example.org/2'),
    ...unknown('link', 'https://example.org/3'),
  ]
  const stored: Stored = {
    profiles: new Map([['7', 'Version 1']]),
    emails: [email(4, 'rig-1')],
    applications: [{ text: 'rig-2', status: 'withdrawn', isFileWhole: true }],
    links: ['https://example.org/1'],
  }
  const verdict = compare(operationsOf(journal), stored, mailed(4))
  assert.deepEqual(verdict, {
    findings: [],
    acknowledged: 7,
    unacknowledged: { stored: 0, absent: 1 },
    emails: { sent: 1, unknown: 0, waiting: 0 },
  })
})

test('a lost write is found, of every kind', () => {
  assert.deepEqual(kindsOf(acknowledged('profile', '7', 'Version 1'), { profiles: new Map([['7', '']]) }), ['lost'])
  assert.deepEqual(kindsOf(acknowledged('email', 'rig-1'), {}), ['lost'])
  assert.deepEqual(kindsOf(acknowledged('apply', 'rig-1'), {}), ['lost'])
  assert.deepEqual(kindsOf(acknowledged('link', 'https://example.org/1'), {}), ['lost'])
  const applied = { text: 'rig-1', status: 'submitted', isFileWhole: true }
  assert.deepEqual(kindsOf([...acknowledged('apply', 'rig-1'), ...acknowledged('withdraw', 'rig-1')], { applications: [applied] }), [
    'lost',
  ])
  assert.deepEqual(kindsOf(acknowledged('apply', 'rig-1'), { applications: [{ ...applied, isFileWhole: false }] }), ['lost'])
  const links = [...acknowledged('link', 'https://example.org/1'), ...acknowledged('unlink', 'https://example.org/1')]
  assert.deepEqual(kindsOf(links, { links: ['https://example.org/1'] }), ['lost'])
})

test('a profile may have a later value whose outcome is unknown, but no earlier one', () => {
  const journal = [
    ...acknowledged('profile', '7', 'Version 1'),
    ...acknowledged('profile', '7', 'Version 2'),
    ...unknown('profile', '7', 'Version 3'),
  ]
  const stored = (value: string) => kindsOf(journal, { profiles: new Map([['7', value]]) })
  assert.deepEqual([stored('Version 1'), stored('Version 2'), stored('Version 3')], [['lost'], [], []])
})

test('a write that took effect twice is found, whether it was acknowledged or not', () => {
  for (const make of [acknowledged, unknown]) {
    assert.deepEqual(kindsOf(make('email', 'rig-1'), { emails: [email(1, 'rig-1'), email(2, 'rig-1')] }, mailed(1, 2)), ['doubled'])
    const applied = { text: 'rig-1', status: 'submitted', isFileWhole: true }
    assert.deepEqual(kindsOf(make('apply', 'rig-1'), { applications: [applied, applied] }), ['doubled'])
  }
})

test('an email that was accepted twice, or would be, is found', () => {
  const journal = acknowledged('email', 'rig-1')
  assert.deepEqual(kindsOf(journal, { emails: [email(1, 'rig-1')] }, mailed(1, 1)), ['email doubled'])
  assert.deepEqual(kindsOf(journal, { emails: [email(1, 'rig-1', 'deferred')] }, mailed(1)), ['email doubled', 'email missing'])
})

test('an email that nobody sent is found; one whose outcome is unknown is counted', () => {
  const journal = acknowledged('email', 'rig-1')
  assert.deepEqual(kindsOf(journal, { emails: [email(1, 'rig-1')] }), ['email missing'])
  assert.deepEqual(kindsOf(journal, { emails: [email(1, 'rig-1', 'dead')] }), ['email missing'])
  const { findings, emails } = compare(operationsOf(journal), { ...nothing, emails: [email(1, 'rig-1', 'unknown')] }, mailed(1))
  assert.deepEqual([findings, emails.unknown], [[], 1])
})

test('what nobody has sent is found', () => {
  assert.deepEqual(kindsOf([], { emails: [email(1, 'rig-9')] }, mailed(1)), ['never sent'])
})

test('a repeated attempt belongs to the same operation', () => {
  const journal = [
    sent('a', 'link', 'https://example.org/1'),
    answered('a', 0),
    sent('a', 'link', 'https://example.org/1', '', 2),
    answered('a', 200, 2),
  ]
  const [operation, ...others] = operationsOf(journal)
  assert.deepEqual([operation!.attempts, operation!.acknowledgedAt !== null, others.length], [2, true, 0])
})

test('the journal is read as it was written, and the longest time without an acknowledged write is found in it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rig-journal-'))
  try {
    const path = join(folder, 'journal.jsonl')
    const file = openSync(path, 'a')
    const read = (time: number, status: number): Entry => ({
      event: 'read',
      at: time,
      caller: 'guest',
      call: 'list',
      status,
      code: '',
      ms: 3,
    })
    const answer = (time: number, status: number): Entry => ({ ...answered('a', status), at: time }) as Entry
    const entries = [answer(1000, 200), answer(1500, 503), answer(9000, 200), answer(9100, 200), read(1200, 200), read(1300, 0)]
    for (const entry of entries) append(file, entry)
    assert.deepEqual(readJournal(path), entries)
    const { writes, guests } = availabilityOf(entries, 900, 10_000)
    assert.deepEqual([writes.acknowledged, writes.unanswered, writes.longestPauseMs], [3, 1, 8000])
    assert.deepEqual([guests.calls, guests.failed], [2, 1])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
