import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { Type } from 'typebox'
import { filterOf } from '#api/console/audit/audit-filters.ts'
import { agentOf } from '#auth/caller.ts'
import { cookiesOf } from '#auth/cookies.ts'
import { readRefreshToken } from '#auth/token/refresh-token.ts'
import { apiEndpoints, fixedEndpoints } from '#contract/index.ts'
import { findProjects } from '#contract/project.ts'
import { asksForPage, type Call, languageOf, type ServerContext } from '#http/call.ts'
import { presets } from '#http/limits/presets.ts'
import { createRateLimits } from '#http/limits/rate-limits.ts'
import type { Target } from '#http/part.ts'
import { parseJson } from '#http/request/body.ts'
import { fingerprintOf } from '#http/request/idempotency.ts'
import { refuseIfChanged } from '#http/request/if-match.ts'
import { createRequestPolicy } from '#http/request/request-policy.ts'
import { createRouter } from '#http/request/router.ts'
import { createUnprefixed } from '#http/request/unprefixed.ts'
import { validatorFor } from '#http/request/validate.ts'
import { encodingFor, matchesEtag } from '#http/response/cached-response.ts'
import { dispositionOf, matchesEtag as fileMatchesEtag, rangeOf } from '#http/response/download.ts'
import { createTokenReader } from '#http/session/access-token.ts'
import { row } from './row.ts'

// Headers, URLs and JSON bodies.

const message = (headers: Record<string, string>) => ({ headers }) as unknown as IncomingMessage

const unprefixed = createUnprefixed('/api', fixedEndpoints, ['/project/{slug}'])
const targets = apiEndpoints.map((endpoint) => ({ kind: 'endpoint', address: `/api${endpoint.path}`, endpoint }) as unknown as Target)
const router = createRouter([{ prefix: '/api', targets, notFoundPages: [], isOauth: false }], 'https://docs.test')
const policy = createRequestPolicy(
  { corsOrigins: ['https://one.test'], trustProxy: ['127.0.0.1'], publicUrl: 'http://directory.test' } as never,
  createRateLimits(presets.off),
  new Set(),
)
const forwarded = (text: string) => ({
  headers: { 'x-forwarded-for': text },
  socket: { remoteAddress: '127.0.0.1' },
  method: 'GET',
  url: '/',
})
const validate = validatorFor(findProjects.body!)
const ifMatch = (text: string) => refuseIfChanged(message({ 'if-match': text }))(Type.Object({ a: Type.String() }), { a: 'b' })

const list = ['a', ' ', ',', ';', '=', '"', '\t', '*', 'q=', 'q=0.', '0', '.', ';q=1']
const etags = ['"', 'W/', ',', ' ', '*', 'a', '-br"', '-gzip', '"a",', '\t']
const json = ['{', '}', '[', ']', '"', '\\', ',', ':', '1', 'e', '-', ' ', '"a":', '[1,', '{"a":', '"__proto__"', '"constructor"', '\n']

const token = ['a', '.', '-', '_', '=', 'pj_rt_1.', 'eyJ', ' ', '/', '+']
const tokens = createTokenReader({ issuer: 'https://d.test', listKeys: async () => [], now: () => new Date(0), log: {} as Logger })
const audit = (text: string) =>
  filterOf({
    app: { calendar: () => 0 },
    caller: { access: 'curator' },
    query: { from: text, to: text, text, action: text, target: text, actor: text },
  } as never)

export const httpParsers = [
  row('access token', token, (text) => tokens.read(text)),
  row('refresh token', token, (text) => readRefreshToken(text, [Buffer.alloc(32)])),
  row('User-Agent', ['a', ' ', '/', 'Mac OS', 'Chrome', 'iPhone', 'X'], agentOf),
  row('audit filters', ['a', ' ', '\0', '%', '_', '\\', '2026-', '01', '-'], audit),
  row('Accept-Language', [...list, 'en', 'ru-', '-'], (text) => languageOf(message({ 'accept-language': text }), 'en')),
  row('Accept: a page or data', [...list, 'text/html', 'json', '/'], (text) => asksForPage(message({ accept: text }))),
  row('Accept of calls without prefix', [...list, 'text/html', 'text/*', '*/*'], (text) =>
    unprefixed({ method: 'GET', url: '/project/active', accept: text }),
  ),
  row('Accept-Encoding', [...list, 'br', 'gzip', 'x-gzip'], encodingFor),
  row('If-None-Match', etags, (text) => matchesEtag(text, 'a'.repeat(22))),
  row('If-None-Match of files', etags, (text) => fileMatchesEtag(text, `"${'a'.repeat(64)}"`)),
  row('If-Match', etags, ifMatch),
  row('Range', ['bytes=', '-', '0', '9', ',', ' ', '\t', '='], (text) => rangeOf(text, 1000)),
  row('Content-Disposition', ['a', '"', '%', ';', '\\', 'ж', '\u0301', "'", '(', '\ud800', '\r\n'], dispositionOf),
  row('Cookie', ['a', '=', ';', '; ', '"', '%', '%41', ' ', '\t', 'pj_rt=', '__Host-', ','], (text) =>
    cookiesOf(message({ cookie: text })),
  ),
  row('X-Forwarded-For', ['1', '.', ',', ' ', ', ', ':', '[', ']', '127.0.0.1', '127.0.0.1,', '::1', 'a'], (text) =>
    policy.begin(forwarded(text) as never, {} as ServerResponse, {} as ServerContext),
  ),
  row('URL', ['/', 'a', '?', '&', '=', '%', '%41', '%2f', '.', '..', '//', '#', '+', ';', '/api', '/project/', '[', 'ж'], (text) =>
    router.find({ method: 'GET', url: `/api/${text}`, message: message({}) } as Call),
  ),
  row('query of a URL', ['a', '=', '&', '%', '%41', '+', '[', ']', 'a=1&', '?'], (text) =>
    router.find({ method: 'GET', url: `/api/project/new?${text}`, message: message({}) } as Call),
  ),
  row('JSON body', json, (text) => parseJson(Buffer.from(text))),
  row('JSON body: list', ['1,', '"a",', '{},', '[],', '{"a":1},', '[[]],', 'null,', '{"__proto_":1},', '"\\u0061",'], (text) => {
    const body = parseJson(Buffer.from(`{"filters":{"tags":[${text}0]}}`))
    fingerprintOf(body, [])
    validate(body)
  }),
  row('JSON body: keys', ['a', '1', 'aa', '-', '__proto_', 'ж', ' '], (text) => {
    const keys = text.match(/.{1,6}/gsu) ?? []
    const body = parseJson(Buffer.from(JSON.stringify(Object.fromEntries(keys.map((key, at) => [`${key}${at}`, at])))))
    fingerprintOf(body, [])
    validate({ filters: body })
  }),
  row('JSON body: depth', ['{"a":', '[', '{"a":[', '[{"a":'], (text) => {
    const ends = [...text].reverse().join('').replace(/[^{[]/g, '').replaceAll('{', '}').replaceAll('[', ']')
    fingerprintOf(parseJson(Buffer.from(`${text}0${ends}`)), [])
  }),
]
