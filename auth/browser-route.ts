import { isDatabaseUnavailable } from '#database/sql.ts'
import type { BrowserRequest, BrowserRoute, Reply } from '#http/page/browser-routes.ts'
import { Refusal } from '#http/response/problem.ts'
import type { AuthApp } from './app.ts'
import type { SignInPage } from './page/kinds.ts'
import { signInPage } from './page/pages.ts'

// Errors of these routes render as HTML in the caller's language, never as JSON.

export class PageError extends Error {
  readonly page: SignInPage
  readonly headers: [string, string][]
  constructor(page: SignInPage, headers: [string, string][] = []) {
    super(page.kind)
    this.page = page
    this.headers = headers
  }
}

export const pageReply = (page: SignInPage, request: BrowserRequest<AuthApp>, extra: [string, string][] = []): Reply => {
  const { status, headers, html } = signInPage(page, request.language, request.app.settings)
  return { status, headers: [...headers, ...extra], body: html }
}

export const redirectReply = (location: string, status: 302 | 303 = 302, extra: [string, string][] = []): Reply => ({
  status,
  headers: [['Location', location], ['Cache-Control', 'no-store'], ...extra],
})

const NO_MORE_IDS = '2200H' // sequence_generator_limit_exceeded

function pageFor(error: unknown, { app, url, requestId }: BrowserRequest<AuthApp>): SignInPage {
  const again = app.auth.home
  if (error instanceof Refusal && error.code === 'too_many_calls') return { kind: 'too_many', seconds: Number(error.details.seconds) }
  if (isDatabaseUnavailable(error)) return { kind: 'store_unavailable', again }
  if ((error as { code?: string }).code === NO_MORE_IDS) return { kind: 'no_more_places', contact: app.settings.contact, requestId }
  app.log.error({ id: requestId, path: url.split('?')[0], err: error }, 'sign-in failed with an unexpected error')
  return { kind: 'internal', requestId }
}

export function browserRoute(
  method: BrowserRoute<AuthApp>['method'],
  path: string,
  open: (request: BrowserRequest<AuthApp>) => Promise<Reply>,
): BrowserRoute<AuthApp> {
  return {
    method,
    path,
    async open(request) {
      try {
        return await open(request)
      } catch (error) {
        return error instanceof PageError ? pageReply(error.page, request, error.headers) : pageReply(pageFor(error, request), request)
      }
    },
  }
}
