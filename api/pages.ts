import { apiEndpoints } from '#contract/index.ts'
import { openApiOf } from '#contract/openapi/document.ts'
import { lazyPage } from '#http/page/lazy-page.ts'
import type { Page } from '#http/part.ts'
import { cachedResponse } from '#http/response/cached-response.ts'
import { docsPage } from './docs/page.ts'

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function apiPages(about: { apiUrl: string; authUrl: string; version: string }): Page[] {
  return [
    lazyPage('/openapi.json', () => cachedResponse(Buffer.from(JSON.stringify(apiDocument(about))))),
    lazyPage('/docs', () => cachedResponse(Buffer.from(docsPage(about)), { type: 'text/html; charset=utf-8', policy })),
  ]
}

export const apiDocument = ({ apiUrl, version }: { apiUrl: string; version: string }) =>
  openApiOf(apiEndpoints, {
    title: 'Projectory API',
    description: 'The main API of a project directory: projects, search, vocabularies.',
    version,
    url: apiUrl,
  })
