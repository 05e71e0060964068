import { authEndpoints } from '#contract/index.ts'
import { openApiOf } from '#contract/openapi/document.ts'
import type { AnyRoute } from '#http/handle.ts'
import type { BrowserRequest, BrowserRoute, Reply } from '#http/page/browser-routes.ts'
import { lazyPage } from '#http/page/lazy-page.ts'
import type { Page } from '#http/part.ts'
import { pathOf } from '#http/request/paths.ts'
import { cachedResponse } from '#http/response/cached-response.ts'
import { Refusal } from '#http/response/problem.ts'
import type { Auth, AuthApp } from './app.ts'
import { pageReply } from './browser-route.ts'
import { logout } from './logout.get.ts'
import { authenticate } from './mobile/authenticate.get.ts'
import { callback } from './mobile/callback.get.ts'
import exchangeCode from './mobile/exchange.post.ts'
import { handoff } from './mobile/handoff.post.ts'
import refreshSession from './mobile/session.post.ts'

// startSignIn and signOut answer browsers: they are browser routes.
export const authRoutes: AnyRoute<AuthApp>[] = [exchangeCode, refreshSession]

// One fixed route per provider and alias: the provider name is never parsed from the URL.
export const authBrowserRoutes = ({ providers }: Auth): BrowserRoute<AuthApp>[] => [
  ...providers.flatMap((provider) => [provider.settings.name, ...provider.settings.aliases].map((name) => authenticate(name, provider))),
  ...providers.map(callback),
  handoff,
  logout,
  { method: 'GET', path: '', withHead: true, open: () => ({ status: 204, headers: [['Cache-Control', 'no-store']] }) }, // the field client calls this first
  { method: 'GET', path: '/mobile/{unknown}', open: unknownProvider },
  { method: 'GET', path: '/.well-known/jwks.json', withHead: true, open: ({ app }) => publicKeys(app) },
]

function unknownProvider(request: BrowserRequest<AuthApp>): Reply {
  const { headers, url } = request.message
  if (headers.accept?.includes('text/html')) return pageReply({ kind: 'unknown_provider', requestId: request.requestId }, request)
  throw new Refusal('not_found', { path: pathOf(url!).slice(0, 100), docs: request.app.config.docsUrl })
}

async function publicKeys({ auth }: AuthApp): Promise<Reply> {
  const headers: [string, string][] = [
    ['Content-Type', 'application/jwk-set+json'],
    ['Cache-Control', 'public, max-age=300'],
  ]
  return { status: 200, headers, body: JSON.stringify({ keys: await auth.keys.publicKeys() }) }
}

export const authDocument = ({ authUrl, version }: { authUrl: string; version: string }) =>
  openApiOf(authEndpoints, {
    title: 'Projectory sign-in',
    description: 'The mobile auth backend of a project directory: four calls that sign people in through their organisation.',
    version,
    url: authUrl,
  })

export const authPages = (about: { authUrl: string; version: string }): Page[] => [
  lazyPage('/openapi.json', () => cachedResponse(Buffer.from(JSON.stringify(authDocument(about))))),
]
