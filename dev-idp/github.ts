import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readForm } from './form.ts'
import { endPage, peoplePage, sendPage } from './page.ts'
import { localeOf } from './text.ts'

export type GithubEmail = { email: string; primary: boolean; verified: boolean; visibility: 'public' | 'private' | null }
export type GithubPerson = { id: number; login: string; name: string | null; emails: GithubEmail[]; avatarUrl: string }
export type FakeGithubOptions = { people: GithubPerson[]; client: { id: string; secret: string }; orgs?: Record<string, string[]> }
export type FakeGithub = { handle(message: IncomingMessage, response: ServerResponse): void }

type Code = { login: string; scopes: string[]; redirectUri: string; challenge: string | null; until: number }
type Token = { login: string; scopes: string[] }

const CODE_LIFE = 10 * 60 * 1000
const docs = 'https://docs.github.com/rest'

const sha256 = (value: string) => createHash('sha256').update(value).digest('base64url')

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
  response.end(JSON.stringify(body))
}

/** Simulates a GitHub Enterprise server: OAuth at the root of its origin, the API under /api/v3. */
export function createFakeGithub({ people, client, orgs = {} }: FakeGithubOptions): FakeGithub {
  const codes = new Map<string, Code>()
  const tokens = new Map<string, Token>()

  async function authorize(message: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void> {
    const locale = localeOf(message.headers['accept-language'], 'en')
    const form = await readForm(message)
    const refuse = (status: number, code: string, detail: string) =>
      sendPage(response, status, endPage({ stage: 'github', locale, ending: 'fault', code, detail }))
    if (query.get('client_id') !== client.id) return refuse(404, 'not_found', 'No application has this client_id.')
    const target = URL.parse(query.get('redirect_uri') ?? '')
    if (target === null) return refuse(400, 'invalid_request', 'redirect_uri is missing.')
    if (query.has('code_challenge') && query.get('code_challenge_method') !== 'S256')
      return refuse(400, 'invalid_request', 'code_challenge_method must be S256.')

    const person = people.find(({ login }) => login === form.get('login'))
    if (!form.has('cancel') && person === undefined) {
      const choices = people.map(({ login, name, emails }) => ({ login, name: name ?? login, who: primaryOf(emails)?.email ?? '' }))
      const isUnknown = message.method === 'POST'
      return sendPage(
        response,
        isUnknown ? 400 : 200,
        peoplePage({ stage: 'github', locale, action: message.url!, people: choices, isUnknown }),
      )
    }
    if (person !== undefined) target.searchParams.set('code', issueCode(person, query))
    else {
      target.searchParams.set('error', 'access_denied')
      target.searchParams.set('error_description', 'The user has denied your application access.')
    }
    if (query.has('state')) target.searchParams.set('state', query.get('state')!)
    response.writeHead(302, { Location: target.href, 'Cache-Control': 'no-store', 'Content-Length': '0' })
    response.end()
  }

  function issueCode({ login }: GithubPerson, query: URLSearchParams): string {
    const now = Date.now()
    for (const [code, { until }] of codes) if (until <= now) codes.delete(code)
    const code = randomBytes(10).toString('hex')
    const scopes = (query.get('scope') ?? '').split(/[\s,]+/).filter(Boolean)
    codes.set(code, {
      login,
      scopes,
      redirectUri: query.get('redirect_uri')!,
      challenge: query.get('code_challenge'),
      until: now + CODE_LIFE,
    })
    return code
  }

  function redeem(form: URLSearchParams): Record<string, string> {
    if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret)
      return fault('incorrect_client_credentials', 'The client_id and/or client_secret passed are incorrect.')
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const isProven = code?.challenge === null || sha256(form.get('code_verifier') ?? '') === code?.challenge
    if (code === undefined || code.until <= Date.now() || !isProven)
      return fault('bad_verification_code', 'The code passed is incorrect or expired.')
    if (form.has('redirect_uri') && form.get('redirect_uri') !== code.redirectUri)
      return fault('redirect_uri_mismatch', 'The redirect_uri MUST match the registered callback URL for this application.')
    const token = `gho_${randomBytes(18).toString('hex')}`
    tokens.set(token, { login: code.login, scopes: code.scopes })
    return { access_token: token, token_type: 'bearer', scope: code.scopes.join(',') }
  }

  // Like GitHub: errors have status 200, and without an Accept header the response is form-encoded.
  async function exchange(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = redeem(await readForm(message))
    if (/\bjson\b/.test(message.headers.accept ?? '')) return sendJson(response, 200, answer)
    response.writeHead(200, { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8', 'Cache-Control': 'no-store' })
    response.end(String(new URLSearchParams(answer)))
  }

  function answerApi(message: IncomingMessage, response: ServerResponse, resource: string): void {
    const given = /^(?:bearer|token) (\S+)$/i.exec(message.headers.authorization ?? '')?.[1]
    const token = tokens.get(given ?? '')
    const person = people.find(({ login }) => login === token?.login)
    const refuse = (status: number, reason: string) =>
      sendJson(response, status, { message: reason, documentation_url: docs, status: String(status) })
    if (token === undefined || person === undefined) return refuse(401, given === undefined ? 'Requires authentication' : 'Bad credentials')
    const may = (...scopes: string[]) => scopes.some((scope) => token.scopes.includes(scope))
    switch (resource) {
      case 'user':
        return sendJson(response, 200, profileOf(person))
      case 'user/emails':
        return may('user', 'user:email') ? sendJson(response, 200, person.emails) : refuse(404, 'Not Found')
      case 'user/orgs':
        if (!may('user', 'read:org')) return refuse(403, 'You need at least read:org scope or user scope to list your organizations.')
        return sendJson(
          response,
          200,
          (orgs[person.login] ?? []).map((login) => ({ login })),
        )
      default:
        return refuse(404, 'Not Found')
    }
  }

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(message.url ?? '/', 'http://github.invalid')
    const call = `${message.method} ${pathname}`
    if (call === 'GET /login/oauth/authorize' || call === 'POST /login/oauth/authorize') return authorize(message, response, searchParams)
    if (call === 'POST /login/oauth/access_token') return exchange(message, response)
    if (message.method === 'GET' && pathname.startsWith('/api/v3/')) return answerApi(message, response, pathname.slice('/api/v3/'.length))
    sendJson(response, 404, { message: 'Not Found', documentation_url: docs, status: '404' })
  }

  return {
    handle(message, response) {
      answer(message, response).catch(() =>
        response.headersSent ? response.destroy() : sendJson(response, 500, { message: 'Server Error' }),
      )
    },
  }
}

const fault = (error: string, description: string) => ({ error, error_description: description, error_uri: docs })
const primaryOf = (emails: GithubEmail[]) => emails.find(({ primary }) => primary)

function profileOf({ id, login, name, emails, avatarUrl }: GithubPerson) {
  const publicEmail = emails.find(({ primary, visibility }) => primary && visibility === 'public')
  return { id, login, name, email: publicEmail?.email ?? null, avatar_url: avatarUrl }
}
