import type { ApiApp } from '#api/app.ts'
import { isDatabaseUnavailable } from '#database/sql.ts'
import type { BrowserRequest, BrowserRoute } from '#http/page/browser-routes.ts'
import type { MailPage } from './pages.kinds.ts'
import { mailPage } from './pages.ts'

/** Route of a link in an email. Errors render as HTML in the reader's language. The query has a token and is never logged. */
export const mailRoute = (
  method: BrowserRoute<ApiApp>['method'],
  path: string,
  open: (request: BrowserRequest<ApiApp>, query: URLSearchParams) => MailPage | Promise<MailPage>,
): BrowserRoute<ApiApp> => ({
  method,
  path,
  withHead: method === 'GET',
  async open(request) {
    const { url, language, requestId, app } = request
    try {
      return mailPage(await open(request, new URL(url, 'http://here.invalid').searchParams), language, request.app.settings)
    } catch (error) {
      if (isDatabaseUnavailable(error)) return mailPage({ kind: 'store_unavailable' }, language, request.app.settings)
      app.log.error({ id: requestId, path, err: error }, 'link of an email failed')
      return mailPage({ kind: 'internal', requestId }, language, request.app.settings)
    }
  },
})
