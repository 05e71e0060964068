import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createLog } from '#http/log.ts'
import type { Compose } from '#mail/mail.ts'
import { createSmtp, type SmtpTiming } from '#mail/smtp.ts'
import { startWorker, type WorkerTiming } from '#mail/worker.ts'
import { advanceAnnouncements } from '#store/announcement.ts'
import { connect, type Database } from '#store/sql.ts'

// Mail workers in a child process, one for each queue, which tests can kill and pause.

export type Queue = { database: Database; url: string }
export type Timing = { worker: Partial<WorkerTiming>; smtp: Partial<SmtpTiming> }

export const messageIdOf = (id: number): string => `<outbox-${id}@directory.test>`

/** A minimal message: these tests are about delivery. */
export const composePlain: Compose = async ({ id, data }) => {
  const { to = `person-${id}@people.test`, size = 2000 } = data as { to?: string; size?: number }
  const messageId = messageIdOf(id)
  const head = `Message-ID: ${messageId}\r\nFrom: office@directory.test\r\nTo: ${to}\r\nSubject: ${id}\r\n\r\n`
  const raw = Buffer.from(`${head}${'.a line of the text\r\n'.repeat(Math.ceil(size / 20))}`)
  const shown = { from: 'office@directory.test', to, replyTo: null, subject: String(id), text: '', html: null }
  return { envelope: { from: 'office@directory.test', to }, messageId, raw, shown }
}

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
