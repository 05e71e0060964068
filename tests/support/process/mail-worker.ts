import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Database } from '#database/sql.ts'
import { createLog } from '#http/observe/log.ts'
import { createSmtp, type SmtpTiming } from '#mail/smtp.ts'
import { startWorker, type WorkerTiming } from '#mail/worker.ts'
import { advanceAnnouncements } from '#store/announcement/announcement.ts'
import { composePlain } from '#tests/support/sample/plain-email.ts'

// Mail workers in a child process, one for each queue, which tests can kill and pause.

export type Queue = { database: Database; url: string }
export type Timing = { worker: Partial<WorkerTiming>; smtp: Partial<SmtpTiming> }

export type WorkerProcess = { child: ChildProcess; kill(): Promise<void> }

export async function startWorkerProcess(queues: Queue[], timing: Timing): Promise<WorkerProcess> {
  const child = fork(import.meta.filename, [JSON.stringify({ queues, timing })], {
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, MAIL_WORKER: 'yes' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return {
    child,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

if (process.env.MAIL_WORKER === 'yes' && process.argv[1] === import.meta.filename) {
  const { queues, timing } = JSON.parse(process.argv[2]!) as { queues: Queue[]; timing: Timing }
  for (const { database, url } of queues) {
    const sql = connect(database, { max: 2, connectTimeout: 30_000 })
    startWorker({
      sql,
      now: () => new Date(),
      log: createLog('silent'),
      compose: composePlain,
      transport: createSmtp({ url, timing: timing.smtp }),
      advance: () => advanceAnnouncements(sql, { now: new Date(), today: new Date().toISOString().slice(0, 10), batch: 5 }),
      timing: timing.worker,
    })
  }
  process.send!('ready')
  process.once('disconnect', () => process.exit())
}
