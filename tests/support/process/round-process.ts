import { fork } from 'node:child_process'
import { once } from 'node:events'
import { momentOf } from '#actions/moment.ts'
import { changeWork } from '#actions/round/waitlist.ts'
import { connect, type Database } from '#database/sql.ts'
import { createLog } from '#http/observe/log.ts'
import { createCalendar } from '#rules/time/day.ts'
import { advanceRounds } from '#run/rounds/rounds.ts'
import { createRoundSecrets } from '#run/rounds/secrets.ts'
import { acceptOffer, lockOffer } from '#store/round/offer.ts'
import { lockExchange, moveAll } from '#store/round/trading.ts'

// A process that changes a round and kills itself with SIGKILL after a given number of statements.

export type RoundAct =
  | { act: 'publish' }
  | { act: 'accept'; slug: string; id: number; personId: number }
  | { act: 'exchange'; slug: string; id: number; team: number; personId: number }
/** Its clock may be ahead, so that it does what the service under test does not do yet. */
type Task = RoundAct & { database: Database; keyFile: string; killAt: number; aheadMs: number }

/** Returns whether it was killed before it had finished. */
export async function runRoundProcess(task: Task): Promise<boolean> {
  const child = fork(import.meta.filename, [JSON.stringify(task)], {
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ROUND_PROCESS: 'yes' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [code, signal] = await once(child, 'exit')
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`the process ended with ${code ?? signal}`)
  return signal === 'SIGKILL'
}

if (process.env.ROUND_PROCESS === 'yes' && process.argv[1] === import.meta.filename) {
  const task = JSON.parse(process.argv[2]!) as Task
  let statements = 0
  const onStatement = () => {
    if (++statements > task.killAt) process.kill(process.pid, 'SIGKILL')
  }
  const sql = connect(task.database, { max: 1, connectTimeout: 30_000, onStatement })
  const now = () => new Date(Date.now() + task.aheadMs)
  if (task.act === 'publish')
    await advanceRounds({
      ...{ sql, now, calendar: createCalendar('UTC'), log: createLog('silent'), onApplied() {} },
      secrets: createRoundSecrets({ keyFile: task.keyFile, isProduction: true }),
    })
  else
    await sql.begin(async (sql) => {
      const moment = momentOf({ calendar: createCalendar('UTC') }, now())
      const act = { actorId: task.personId, ...moment }
      if (task.act === 'accept') {
        const offer = await lockOffer(sql, { ...task, now: now(), today: moment.today })
        if (offer?.state === 'open') await changeWork(sql, { teams: [offer.team] }, moment, () => acceptOffer(sql, offer, act))
      } else {
        const found = await lockExchange(sql, { ...task, now: now() })
        const teams = found?.moves.map(({ team }) => team)
        const move = () => moveAll(sql, task.id, found!.round, found!.moves, { ...act, team: task.team })
        if (found?.state === 'open') await changeWork(sql, { teams }, moment, move)
      }
    })
  await sql.end({ timeout: 5 })
  process.exit(0)
}
