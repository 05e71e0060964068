import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Language } from '#contract/language.ts'
import type { Dependency } from '#rules/dependency.ts'
import { languages } from '#texts/languages.ts'
import type { App } from './app.ts'
import type { ConcurrencyLimit } from './limits/concurrency-limit.ts'
import type { ExactLimit, LimitName } from './limits/presets.ts'
import { OTHER_ROUTE } from './observe/call-counts.ts'
import type { FaultLog } from './observe/fault-log.ts'
import { Refusal } from './response/problem.ts'
import type { Caller } from './session/signed-in.ts'

// Headers of every response, as a list and as text.
export type CommonHeaders = { headers: string[]; text: string }

// What all calls of one server share.
export type ServerContext = {
  app: App
  common: CommonHeaders
  isDraining(): boolean
  isOauth(url: string): boolean
  bodyReaders: ConcurrencyLimit
  /** A client that takes no byte of a response for this long is disconnected. */
  stallMs: number
  spend(limit: LimitName, call: Call, key?: string): Promise<void> | void
  /** Counts the call for the metrics; `log` does too. */
  count(call: Call, status: number): void
  log(call: Call, status: number, size: number): void
  noteFault: FaultLog
}

const none: string[] = []

// One HTTP exchange from arrival to response ("request" is a team's application in this project). The steps of the pipeline fill it in.
export class Call {
  readonly message: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  /** The address to answer for; the pipeline adds the prefix where a fixed call came without it. */
  url: string
  readonly id: string
  readonly ip: string
  readonly startedAt = performance.now()
  readonly server: ServerContext
  ratePolicy = ''
  rateLimit = ''
  /** Headers of this response only: name, value, name, value … */
  extra = none
  /** The address pattern of the matched route, for the log. */
  route = ''
  /** The number of the route for the metrics; 0 until it is known. */
  routeNumber = OTHER_ROUTE
  /** False once it is counted: an event stream is counted when it begins and logged when it ends. */
  isUncounted = true
  /** The code of the problem, for the log. */
  code = ''
  caller: Caller | null = null
  /** The part of the deadline that was used before the handler runs. */
  spentMs = 0
  /** Dependencies of the response, declared by its handler; a change of one invalidates the cached response. */
  readonly dependsOn: Dependency[] = []
  /** The raw JSON body, after it was read. */
  body: Buffer | null = null
  /** Releases the slot of the concurrency limit; set when it is acquired. */
  release = (): void => {}
  #work: AbortController | null = null

  constructor(message: IncomingMessage, response: ServerResponse, ip: string, server: ServerContext) {
    this.message = message
    this.response = response
    this.method = message.method!
    this.url = message.url!
    this.id = callId(message)
    this.ip = ip
    this.server = server
  }

  get isGet(): boolean {
    return this.method === 'GET' || this.method === 'HEAD'
  }

  get isFromGuest(): boolean {
    return this.message.headers.authorization === undefined
  }

  addHeaders(...pairs: string[]): void {
    this.extra = [...this.extra, ...pairs]
  }

  /** For heavy work: aborted when the caller disconnects or the call has ended. Created on first use: few calls need it. */
  get signal(): AbortSignal {
    if (this.#work === null) {
      this.#work = new AbortController()
      if (this.response.closed) this.endWork()
      else this.response.once('close', () => this.endWork())
    }
    return this.#work.signal
  }

  /** Cancels heavy work that nobody waits for any more. */
  endWork(): void {
    this.#work?.abort(new Refusal('deadline_exceeded', { seconds: Math.ceil((performance.now() - this.startedAt) / 1000) }))
  }

  /** Counts this call against a limit: by its address, or by the key given. */
  spend(limit: 'search', key?: string): void
  spend(limit: ExactLimit, key?: string): Promise<void>
  spend(limit: LimitName, key?: string): Promise<void> | void {
    return this.server.spend(limit, this, key)
  }
}

export const commonHeadersOf = (headers: string[]): CommonHeaders => ({ headers, text: linesOf(headers) })

export function linesOf(headers: string[]): string {
  let lines = ''
  for (let i = 0; i < headers.length; i += 2) lines += `${headers[i]}: ${headers[i + 1]}\r\n`
  return lines
}

export function headersOf(call: Call): string[] {
  const headers = ['X-Request-Id', call.id, ...call.server.common.headers, ...call.extra]
  if (call.ratePolicy !== '') headers.push('RateLimit-Policy', call.ratePolicy, 'RateLimit', call.rateLimit)
  return headers
}

// The same as text. Ids are validated and all other values are written by this service: no line break can get in.
export function headTextOf(call: Call): string {
  const rate = call.ratePolicy === '' ? '' : `RateLimit-Policy: ${call.ratePolicy}\r\nRateLimit: ${call.rateLimit}\r\n`
  return `X-Request-Id: ${call.id}\r\n${call.server.common.text}${rate}${call.extra.length === 0 ? '' : linesOf(call.extra)}`
}

/** Writes the status line, the common headers and these. While the server drains, the connection closes after the response. */
export function writeHead(call: Call, status: number, headers: string[]): void {
  if (call.server.isDraining()) call.response.shouldKeepAlive = false
  call.response.writeHead(status, headersOf(call).concat(headers))
}

/** Ends a response whose headers are written. */
export function finish(call: Call, status: number, body?: string, size = body === undefined ? 0 : Buffer.byteLength(body)): void {
  call.response.end(call.method === 'HEAD' ? undefined : body)
  call.server.log(call, status, size)
}

const acceptable = /^[A-Za-z0-9._-]{8,64}$/
let prefix = ''
let counter = 0

// Unique and cheap: a random prefix that changes every million calls, then a counter.
export function nextId(): string {
  if (counter % 1_000_000 === 0) prefix = randomBytes(9).toString('base64url').replace(/[_-]/g, 'x')
  return `${prefix}${(1_000_000 + (counter++ % 1_000_000)).toString(36)}`
}

export function callId(message: IncomingMessage): string {
  const given = message.headers['x-request-id']
  return typeof given === 'string' && acceptable.test(given) ? given : nextId()
}

/** Of those that the directory offers. */
export const languageOf = (
  message: Pick<IncomingMessage, 'headers'>,
  standard: Language,
  offered: readonly Language[] = languages,
): Language => bestLanguage(message, offered, standard) ?? standard

/** The language named in Accept-Language; null when it names none of ours. */
export const requestedLanguageOf = (message: Pick<IncomingMessage, 'headers'>): Language | null => bestLanguage(message, languages, null)

// RFC 9110 12.5.4. `any`: for `*`.
function bestLanguage({ headers }: Pick<IncomingMessage, 'headers'>, offered: readonly Language[], any: Language | null): Language | null {
  const given = headers['accept-language']
  if (given === undefined) return null
  let best: { language: Language; q: number } | undefined
  for (const part of given.slice(0, 500).split(',')) {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';')
    const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
    const q = weight === undefined ? 1 : Number(weight)
    const language = range === '*' ? any : offeredFor(range, offered)
    if (language && q > 0 && q > (best?.q ?? 0)) best = { language, q }
  }
  return best?.language ?? null
}

/** For pt-br: pt-BR, else pt; for pt: pt, else pt-BR. */
function offeredFor(range: string, offered: readonly Language[]): Language | undefined {
  const within = offered.filter((one) => `${range}-`.startsWith(`${one.toLowerCase()}-`))
  return (
    within.find((one) => within.every(({ length }) => length <= one.length)) ??
    offered.find((one) => one.toLowerCase().startsWith(`${range}-`))
  )
}

/** Browsers accept text/html when they navigate; programs accept JSON or a wildcard. */
export function asksForPage({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const accept = headers.accept ?? ''
  return /(?:^|[\s,])text\/html\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))/i.test(accept) && !/\bjson\b/i.test(accept)
}
