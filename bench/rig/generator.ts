import { createHash } from 'node:crypto'
import { openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { call } from './calls.ts'
import { append, type WriteKind } from './journal.ts'
import { createActors, type Write } from './operations.ts'
import type { World } from './world.ts'

// The load of the rig, a process of its own: calls start at a fixed rate, whether or not earlier ones are answered. A write whose outcome is
// unknown is repeated with the same Idempotency-Key, as a client would.

const [worldFile, journalFile] = process.argv.slice(2)
const world = JSON.parse(readFileSync(worldFile!, 'utf8')) as World
const journal = openSync(journalFile!, 'a')

const READS_PER_SECOND = Number(process.env.RIG_READS ?? 30)
const WRITES_PER_SECOND = Number(process.env.RIG_WRITES ?? 10)
const TICK_MS = 20
const MOST_ATTEMPTS = 40
const PAUSE_MS = 1000
const MOST_PAUSE_MS = 4000

const actors = createActors(world)
let isPaused = true
let inFlight = 0
let reads = 0
let operations = 0

async function write(kind: WriteKind, next: Write, release: (answer: Record<string, unknown> | null) => void): Promise<void> {
  const operation = `${kind}-${++operations}`
  const { method, path, from, headers, body, target, value } = next(operation)
  const hash = createHash('sha256')
    .update(body ?? path)
    .digest('base64url')
  const key: Record<string, string> = method === 'POST' ? { 'idempotency-key': `rig-operation-${operation}` } : {}
  inFlight++
  let result: Record<string, unknown> | null = null
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    append(journal, { event: 'sent', at: Date.now(), operation, attempt, kind, target, value, hash })
    const answer = await call({ method, path, from, headers: { ...headers, ...key }, body })
    append(journal, { event: 'answered', at: Date.now(), operation, attempt, status: answer.status, code: answer.code, ms: answer.ms })
    if (answer.status === 200) result = answer.body
    const isFinal = answer.status === 200 || (answer.status >= 400 && answer.status < 500 && !isTemporary(answer.code))
    if (isFinal) break
    await sleep(Math.min(PAUSE_MS * 2 ** (attempt - 1), MOST_PAUSE_MS) * (0.5 + Math.random()))
  }
  release(result)
  inFlight--
}

const isTemporary = (code: string): boolean => ['too_many_calls', 'idempotency_in_progress'].includes(code)

async function read(): Promise<void> {
  const { caller, name, ...one } = actors.read(++reads)
  inFlight++
  const { status, code, ms } = await call(one)
  append(journal, { event: 'read', at: Date.now(), caller, call: name, status, code, ms })
  inFlight--
}

let due = { reads: 0, writes: 0 }
let last = performance.now()
setInterval(() => {
  const now = performance.now()
  const seconds = Math.min((now - last) / 1000, 1)
  last = now
  if (isPaused) return
  due = { reads: due.reads + seconds * READS_PER_SECOND, writes: due.writes + seconds * WRITES_PER_SECOND }
  for (; due.reads >= 1; due.reads--) void read()
  for (; due.writes >= 1; due.writes--) {
    const { kind, next, release } = actors.write()
    if (next === null) append(journal, { event: 'skipped', at: Date.now(), kind })
    else void write(kind, next, release)
  }
}, TICK_MS)

process.on('message', async (message) => {
  if (message === 'resume') isPaused = false
  if (message === 'pause') {
    isPaused = true
    while (inFlight > 0) await sleep(20)
    process.send!('paused')
  }
})
process.on('disconnect', () => process.exit(0))
process.send!('ready')
