import type { Door, Reply, Visit } from '#http/doors.ts'
import { Refusal } from '#http/problem.ts'
import { isDatabaseUnavailable } from '#store/sql.ts'
import type { AuthApp } from './app.ts'
import { type SignInPage, signInPage } from './pages.ts'

// People stand before these doors, so whatever happens they get a page in their language, never JSON.

export class Turned extends Error {
  readonly page: SignInPage
  readonly headers: [string, string][]
  constructor(page: SignInPage, headers: [string, string][] = []) {
    super(page.kind)
    this.page = page
    this.headers = headers
  }
}

export const pageReply = (page: SignInPage, visit: Visit<AuthApp>, extra: [string, string][] = []): Reply => {
  const { status, headers, html } = signInPage(page, visit.language)
  return { status, headers: [...headers, ...extra], body: html }
}

export const redirectReply = (location: string, status: 302 | 303 = 302, extra: [string, string][] = []): Reply => ({
  status,
  headers: [['Location', location], ['Cache-Control', 'no-store'], ...extra],
})

const NO_MORE_IDS = '2200H' // sequence_generator_limit_exceeded

function pageFor(error: unknown, { app, url, requestId }: Visit<AuthApp>): SignInPage {
  const again = app.auth.home
  if (error instanceof Refusal && error.code === 'too_many_calls') return { kind: 'too_many', seconds: Number(error.details.seconds) }
  if (isDatabaseUnavailable(error)) return { kind: 'store_unavailable', again }
  if ((error as { code?: string }).code === NO_MORE_IDS) return { kind: 'no_more_places', contact: app.auth.contact, requestId }
  app.log.error({ id: requestId, path: url.split('?')[0], err: error }, 'a sign-in broke')
  return { kind: 'internal', requestId }
}

export function door(method: Door<AuthApp>['method'], path: string, open: (visit: Visit<AuthApp>) => Promise<Reply>): Door<AuthApp> {
  return {
    method,
    path,
    async open(visit) {
      try {
        return await open(visit)
      } catch (error) {
        return error instanceof Turned ? pageReply(error.page, visit, error.headers) : pageReply(pageFor(error, visit), visit)
      }
    },
  }
}
