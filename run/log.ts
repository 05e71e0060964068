import type { Logger } from 'pino'
import { createLog } from '#http/log.ts'
import type { Config } from './config.ts'

export const openLog = (config: Config): Logger => createLog(config.logLevel)

// For commands: only warnings and errors, on stderr.
export const quietLog = (): Logger => createLog('warn', process.stderr)
