import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Database } from '#database/sql.ts'
import { createLog } from '#http/observe/log.ts'
import { createCalendar } from '#rules/time/day.ts'
import { applyDueDecisions, applyDueTeamChanges } from '#run/duties/decisions.ts'

const acts = { decisions: applyDueDecisions, teamChanges: applyDueTeamChanges }
export type Act = keyof typeof acts

/** A process that lets what is due take effect and then ends. With `killAt` it is killed before it sends that statement. */
export async function runDecisions(database: Database, act: Act, killAt: number | null): Promise<'killed' | 'ended'> {
  const child = fork(import.meta.filename, [JSON.stringify({ database, act, killAt })], {
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, DECISIONS: 'yes' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`ended with ${code ?? signal}`)
  return signal === null ? 'ended' : 'killed'
}

if (process.env.DECISIONS === 'yes' && process.argv[1] === import.meta.filename) {
  process.once('disconnect', () => process.exit())
  const { database, act, killAt } = JSON.parse(process.argv[2]!) as { database: Database; act: Act; killAt: number | null }
  let statements = 0
  const onStatement = () => {
    statements++
    if (statements === killAt) process.kill(process.pid, 'SIGKILL')
  }
  const sql = connect(database, { max: 1, connectTimeout: 60_000, onStatement })
  const options = { sql, now: () => new Date(), calendar: createCalendar('UTC'), log: createLog('silent'), onApplied: () => {} }
  await acts[act](options)
  process.exit()
}
