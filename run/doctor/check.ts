import type { Subject } from './subject.ts'

// A check is a file of this folder. To add one: write the file and name it in checks.ts.

export type Level = 'ok' | 'note' | 'warning' | 'broken'
export type Finding = { level: Level; text: string; remedy?: string }

export type Check = {
  name: string
  deadlineMs?: number // default: DEADLINE_MS
  /** At least one finding: one sentence each, and a remedy if something is to be done. */
  run(subject: Subject): Promise<Finding[]>
}

/** The parts of a check have shorter ones; on a busy machine loading the client of S3 alone takes seconds. */
export const DEADLINE_MS = 15_000

export const ok = (text: string): Finding => ({ level: 'ok', text })
export const note = (text: string, remedy?: string): Finding => ({ level: 'note', text, ...(remedy && { remedy }) })
export const warning = (text: string, remedy: string): Finding => ({ level: 'warning', text, remedy })
export const broken = (text: string, remedy: string): Finding => ({ level: 'broken', text, remedy })

export const reasonOf = (error: unknown): string => {
  const { message, code, cause, $metadata } = error as Error & { code?: string; $metadata?: { httpStatusCode?: number } }
  if (cause instanceof Error && /fetch failed|the file store failed/.test(message)) return reasonOf(cause)
  if (message === 'UnknownError' && $metadata?.httpStatusCode) return `the server answered ${$metadata.httpStatusCode}` // to HEAD, without a body
  return message?.replace(/\.$/, '') || code || (error instanceof AggregateError ? error.errors.map(reasonOf).join('; ') : String(error))
}
