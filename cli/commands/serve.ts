import type { Logger } from 'pino'
import { type Command, UsageError } from '#cli/usage.ts'
import { oneLine, welcome } from '#cli/welcome.ts'
import { isDatabaseUnavailable } from '#database/sql.ts'
import { type PartName, partNames } from '#run/config/addresses.ts'
import { type Config, readConfig, readEnvironment } from '#run/config/config.ts'
import { explainDiskFault, messageOf } from '#run/files/disk-fault.ts'
import { writeOnlyJson } from '#run/log/json-lines.ts'
import { openLog } from '#run/log/log.ts'
import type { Running } from '#run/serve.ts'
import { findTimeZone } from '#run/settings.ts'
import { openTracing } from '#run/tracing/open.ts'
import type { Tracing } from '#run/tracing/tracing.ts'

const LEFT_OPEN_MS = 5000

export default {
  usage: 'npx projectory serve [part]',
  async run(positionals) {
    const [part = null] = positionals
    if (part !== null && !partNames.includes(part as PartName))
      throw new UsageError(`Unknown part “${part}”. Parts: ${partNames.join(', ')}`)
    const env = readEnvironment()
    if (env.NODE_ENV === 'production') writeOnlyJson()
    const config = readConfig(env, part === null || part === 'auth')
    const tracing = await openTracing(config)
    const log = openLog(config, tracing)
    // The pipe of the log may close, for example when a supervisor is killed. An error event without a listener would end the process.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
    const startedAt = performance.now()
    let running: Running
    try {
      running = await start(config, log, part as PartName | null, tracing)
    } catch (error) {
      await tracing?.close()
      throw explained(error, config)
    }
    const ms = Math.round(performance.now() - startedAt)
    const zone = await findTimeZone(running.store.sql, config)
    const greeting = config.isProduction ? oneLine : welcome
    console.log(part === 'worker' ? welcomeWorker(config, running) : greeting(config, running, ms, zone))
    const code = await untilStopped(running, config)
    endAnyway()
    return code
  },
} satisfies Command

// With several workers the main process serves no calls and does not load the code for it. One process is enough for the emails of a machine.
async function start(config: Config, log: Logger, part: PartName | null, tracing: Tracing | null): Promise<Running> {
  if (config.workers > 1 && part !== 'worker') return (await import('#run/workers/cluster.ts')).serveWithWorkers(config, log, part, tracing)
  return (await import('#run/serve.ts')).serve(config, log, part, tracing)
}

function welcomeWorker({ smtpUrl, dataDir }: Config, { port }: Running): string {
  const target = smtpUrl === null ? `stored in ${dataDir}/mailbox (SMTP_URL is not set)` : `sent through ${new URL(smtpUrl).host}`
  return `\n  The mail worker is ready. Emails are ${target}.\n  Health: http://localhost:${port}/readyz\n`
}

function explained(error: unknown, config: Config): unknown {
  const { port, host, databaseUrl } = config
  const { code, syscall } = error as NodeJS.ErrnoException
  if (explainDiskFault(error, config) !== null) return error // cli/main.ts says it
  if (code === 'EADDRINUSE')
    return new Error(`Port ${port} is in use. Stop the other program or choose another port: PORT=${port + 1} npm start`)
  if (syscall === 'listen' && (code === 'EACCES' || code === 'EADDRNOTAVAIL'))
    return new Error(`Cannot listen on ${host}:${port} (${code}). Choose another HOST or PORT.`)
  if (databaseUrl && isDatabaseUnavailable(error))
    return new Error(`DATABASE_URL: can’t connect to the database (${code}). Check that it is running and reachable from this machine.`)
  return error
}

// With a launcher as parent process Ctrl-C arrives twice, so a second SIGINT forces an exit only after a second.
function untilStopped(running: Running, config: Config): Promise<number> {
  return new Promise((resolve) => {
    let stoppingSince = 0
    const stop = (why: string, code: number): void => {
      if (stoppingSince > 0) {
        if (performance.now() - stoppingSince > 1000 && why === 'SIGINT') process.exit(130)
        return
      }
      stoppingSince = performance.now()
      if (process.stdout.isTTY) console.log('\nStopping…')
      running.stop().then(
        () => resolve(code),
        (error) => {
          console.error((error as Error).message)
          resolve(1)
        },
      )
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal, 0))
    // Without a listener the signal would end the process.
    process.on('SIGUSR2', () => void running.restart?.().catch((error) => console.error((error as Error).message)))
    process.once('disconnect', () => stop('the launcher was killed', 0))
    process.channel?.unref() // the listener must not keep the process alive
    running.onLost((reason) => {
      console.error(`The database stopped unexpectedly: ${messageOf(new Error(reason), config)}. Start again. All committed data is kept.`)
      stop('database', 1)
    })
  })
}

/** After the stop nothing is left to do. What is still open is a fault, and must not keep the process. */
function endAnyway(): void {
  setTimeout(() => {
    console.error(`Everything has stopped, but this was left open: ${process.getActiveResourcesInfo().join(', ')}`)
    process.exit(1)
  }, LEFT_OPEN_MS).unref()
}
