import { type Logger, pino } from 'pino'
import type { Call } from '#http/call.ts'
import { networkOf } from '#http/request/network.ts'
import { pathOf } from '#http/request/paths.ts'

const SECRETS = /\b(?:pj_(?:rt|ac|em|in)_[\w.-]+|eyJ[\w-]+\.[\w-]+\.[\w-]+)/g

export type LogOptions = {
  /** Fields of every line. */
  fields?: () => object
  /** What an operator can do about a logged error; null: nothing to add. */
  remedyOf?: (error: unknown) => string | null
}

// Redaction: fields that contain secrets by their name, and every string that has the format of a token.
export function createLog(level = 'info', destination?: { write(line: string): void }, { fields, remedyOf }: LogOptions = {}): Logger {
  const withRemedy = (line: Record<string, unknown>) => {
    const remedy = line.err === undefined ? null : remedyOf!(line.err)
    return remedy === null ? line : { ...line, remedy }
  }
  return pino(
    {
      level,
      base: undefined,
      mixin: fields,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), ...(remedyOf && { log: withRemedy }) },
      redact: ['*.authorization', '*.cookie', '*.password', '*.refreshToken', '*.accessToken', '*.code_verifier'],
    },
    {
      write(line: string) {
        const clean = SECRETS.test(line) ? line.replace(SECRETS, '[secret]') : line
        SECRETS.lastIndex = 0
        ;(destination ?? process.stdout).write(clean)
      },
    },
  )
}

type Logged = Pick<Call, 'id' | 'ip' | 'startedAt' | 'route' | 'code'>

const FULL_RATE = 200 // lines a second; above that, lines of successful, shed and rate-limited calls are dropped and counted, other errors never

// One line per call: the path without its query, the network of the caller, never a body or a header.
export function createCallLog(log: Logger) {
  let second = 0
  let written = 0
  let skipped = 0
  return ({ method, url }: { method?: string; url?: string }, call: Logged, status: number, size: number): void => {
    if (status < 400 || status === 429 || call.code === 'overloaded') {
      const thisSecond = Math.floor(call.startedAt / 1000)
      if (thisSecond !== second) {
        second = thisSecond
        written = 0
      }
      if (written >= FULL_RATE) {
        skipped++
        return
      }
    }
    written++
    const line = {
      id: call.id,
      method,
      route: call.route || pathOf(url ?? '').slice(0, 200),
      status,
      ...(call.code ? { code: call.code } : {}),
      ms: Math.round((performance.now() - call.startedAt) * 10) / 10,
      size,
      ip: networkOf(call.ip),
      ...(skipped > 0 ? { skipped } : {}),
    }
    skipped = 0
    log[status >= 500 ? 'error' : 'info'](line, 'call')
  }
}
