import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Language } from '#contract/errors.ts'

// One HTTP exchange from arrival to answer ("request" is the domain's word for a team's application).
export type Call = {
  id: string
  ip: string
  startedAt: number
  always: Always
  ratePolicy: string
  rateLimit: string
  extra: string[] // name, value, name, value…: what only some calls need
  route: string
  code: string // the problem's code, for the log
}

// What every answer carries, written down both ways once.
export type Always = { headers: string[]; text: string }

export const alwaysOf = (headers: string[]): Always => ({ headers, text: linesOf(headers) })

export function linesOf(headers: string[]): string {
  let lines = ''
  for (let i = 0; i < headers.length; i += 2) lines += `${headers[i]}: ${headers[i + 1]}\r\n`
  return lines
}

export function headersOf(call: Call): string[] {
  const headers = ['X-Request-Id', call.id, ...call.always.headers, ...call.extra]
  if (call.ratePolicy !== '') headers.push('RateLimit-Policy', call.ratePolicy, 'RateLimit', call.rateLimit)
  return headers
}

// The same as text. Ids are checked, the rest is ours: no line break can get in.
export function headTextOf(call: Call): string {
  const rate = call.ratePolicy === '' ? '' : `RateLimit-Policy: ${call.ratePolicy}\r\nRateLimit: ${call.rateLimit}\r\n`
  return `X-Request-Id: ${call.id}\r\n${call.always.text}${rate}${call.extra.length === 0 ? '' : linesOf(call.extra)}`
}

// A property of the message, not a WeakMap: on the hot path that is the cheaper place.
const CALL = Symbol('call')
type WithCall = IncomingMessage & { [CALL]?: Call }
export const setCall = (message: IncomingMessage, call: Call): void => {
  ;(message as WithCall)[CALL] = call
}
export const callOf = (message: IncomingMessage): Call => (message as WithCall)[CALL]!

const acceptable = /^[A-Za-z0-9._-]{8,64}$/
let prefix = ''
let counter = 0

// Unique and cheap: random letters that change every million calls, then a count.
export function nextId(): string {
  if (counter % 1_000_000 === 0) prefix = randomBytes(9).toString('base64url').replace(/[_-]/g, 'x')
  return `${prefix}${(1_000_000 + (counter++ % 1_000_000)).toString(36)}`
}

export function callId(message: IncomingMessage): string {
  const given = message.headers['x-request-id']
  return typeof given === 'string' && acceptable.test(given) ? given : nextId()
}

// RFC 9110 12.5.4, over the two languages we speak.
export function languageOf(message: Pick<IncomingMessage, 'headers'>, standard: Language): Language {
  let best: { language: Language; q: number } | undefined
  for (const part of (message.headers['accept-language'] ?? '').slice(0, 500).split(',')) {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';')
    const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
    const q = weight === undefined ? 1 : Number(weight)
    const language =
      range === '*' ? standard : range === 'en' || range.startsWith('en-') ? 'en' : range === 'ru' || range.startsWith('ru-') ? 'ru' : null
    if (language && q > 0 && q > (best?.q ?? 0)) best = { language, q }
  }
  return best?.language ?? standard
}

/** The language the caller asks for by name; null when any would do. */
export function knownLanguageOf(message: Pick<IncomingMessage, 'headers'>): Language | null {
  const language = languageOf(message, 'en')
  return language === languageOf(message, 'ru') ? language : null
}

/** A person's browser names HTML when it goes somewhere; programs name JSON, or anything. */
export function asksForPage({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const accept = headers.accept ?? ''
  return /(?:^|[\s,])text\/html\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))/i.test(accept) && !/\bjson\b/i.test(accept)
}
