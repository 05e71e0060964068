import type { Logger } from 'pino'
import { createLog } from '#http/observe/log.ts'
import type { Config } from '#run/config/config.ts'
import { remedyHere } from '#run/explained.ts'
import { explainDiskFault } from '#run/files/disk-fault.ts'
import type { Tracing } from '#run/tracing/tracing.ts'

/** Lines go to stdout and, if traces and logs are exported, to the collector too. */
export function openLog(config: Config, tracing: Tracing | null = null): Logger {
  const remedyOf = (error: unknown) => explainDiskFault(error, config)
  if (tracing === null) return createLog(config.logLevel, undefined, { remedyOf })
  const write = (line: string): void => {
    process.stdout.write(line)
    tracing.exportLine(line)
  }
  const log = createLog(config.logLevel, { write }, { fields: tracing.logFields, remedyOf })
  tracing.reportTo(log)
  return log
}

// For commands: only warnings and errors, on stderr.
export const quietLog = (): Logger => createLog('warn', process.stderr, { remedyOf: remedyHere })
