import type { ApiApp } from '#api/app.ts'
import type { Door, Visit } from '#http/doors.ts'
import { isDatabaseUnavailable } from '#store/sql.ts'
import { type MailPage, mailPage } from './pages.ts'

/** Behind a link of a mail: whatever happens, people get a page in their language. What stands in the address never reaches the log. */
export const mailDoor = (
  method: Door<ApiApp>['method'],
  path: string,
  open: (visit: Visit<ApiApp>, query: URLSearchParams) => MailPage | Promise<MailPage>,
): Door<ApiApp> => ({
  method,
  path,
  withHead: method === 'GET',
  async open(visit) {
    const { url, language, requestId, app } = visit
    try {
      return mailPage(await open(visit, new URL(url, 'http://here.invalid').searchParams), language)
    } catch (error) {
      if (isDatabaseUnavailable(error)) return mailPage({ kind: 'store_unavailable' }, language)
      app.log.error({ id: requestId, path, err: error }, 'a link of a mail broke')
      return mailPage({ kind: 'internal', requestId }, language)
    }
  },
})
