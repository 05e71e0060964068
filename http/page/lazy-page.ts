import type { Page } from '#http/part.ts'
import type { CachedResponse } from '#http/response/cached-response.ts'

/** A page that is rendered on the first request: the documents and their page take longer than the other routes of a start. */
export function lazyPage(path: string, render: () => CachedResponse): Page {
  let response: CachedResponse | undefined
  return {
    path,
    get response() {
      response ??= render()
      return response
    },
  }
}
