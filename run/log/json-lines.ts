import { format } from 'node:util'
import { createLog } from '#http/observe/log.ts'
import { remedyHere } from '#run/explained.ts'

const levels = { debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error', trace: 'error' } as const

/** From here on every line of the process is JSON: also those of libraries, the warnings of Node, and the error that ends it. */
export function writeOnlyJson(): void {
  const log = createLog('info', undefined, { remedyOf: remedyHere }) // whatever LOG_LEVEL says: why a process does not start is never silent
  for (const [method, level] of Object.entries(levels) as [keyof typeof levels, 'info'][])
    console[method] = (...values: unknown[]) => log[level](format(...values).trim())
  process.removeAllListeners('warning') // the one of Node writes text
  process.on('warning', (warning) => log.warn({ err: warning }, warning.message))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the process ends: nothing handled this error')
    process.exit(1)
  })
}
