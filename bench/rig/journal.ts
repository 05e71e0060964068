import { readFileSync, writeSync } from 'node:fs'

// What the load generator did, one JSON line for each event, written before a call is sent and after its answer.

export type WriteKind = 'profile' | 'email' | 'apply' | 'withdraw' | 'link' | 'unlink'

/** `target`: what is written (a person, or the unique text of an email, application or link); `value`: what a profile gets. */
export type Sent = {
  event: 'sent'
  at: number
  operation: string
  attempt: number
  kind: WriteKind
  target: string
  value: string
  hash: string
}
/** `status` 0: no answer. `isReplay`: the answer of an earlier attempt with the same Idempotency-Key. */
export type Answered = { event: 'answered'; at: number; operation: string; attempt: number; status: number; code: string; ms: number }
export type Read = { event: 'read'; at: number; caller: 'guest' | 'member'; call: string; status: number; code: string; ms: number }
export type Skipped = { event: 'skipped'; at: number; kind: WriteKind }
export type Entry = Sent | Answered | Read | Skipped

export const append = (file: number, entry: Entry): void => void writeSync(file, `${JSON.stringify(entry)}\n`)

export const readJournal = (path: string): Entry[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Entry)

export type Operation = {
  id: string
  kind: WriteKind
  target: string
  value: string
  sentAt: number
  attempts: number
  /** When the first attempt was answered with 200; null: never. */
  acknowledgedAt: number | null
  /** The refusal that ended it (4xx), if any. */
  refused: string | null
}

/** The operations in the order of their first attempt. */
export function operationsOf(journal: Entry[]): Operation[] {
  const operations = new Map<string, Operation>()
  for (const entry of journal)
    if (entry.event === 'sent') {
      const known = operations.get(entry.operation)
      if (known) known.attempts = Math.max(known.attempts, entry.attempt)
      else {
        const { operation: id, kind, target, value, at: sentAt, attempt: attempts } = entry
        operations.set(id, { id, kind, target, value, sentAt, attempts, acknowledgedAt: null, refused: null })
      }
    } else if (entry.event === 'answered') {
      const operation = operations.get(entry.operation)!
      if (entry.status === 200) operation.acknowledgedAt ??= entry.at
      else if (entry.status >= 400 && entry.status < 500) operation.refused = `${entry.status} ${entry.code}`
    }
  return [...operations.values()]
}
