import { createRequire } from 'node:module'
import type { Endpoint } from '#contract/endpoint.ts'
import { apiEndpoints } from '#contract/index.ts'
import type { AnyRoute } from '#http/handle.ts'
import type { BrowserRoute } from '#http/page/browser-routes.ts'
import type { ApiApp } from './app.ts'
import { confirm, showConfirm } from './mail/confirm.ts'
import { showUnsubscribe, unsubscribe } from './mail/unsubscribe.ts'

/** The routes of all endpoints. The path and the method of an endpoint name the file of its handler, whose default export is the route. */
export const loadApiRoutes = (): AnyRoute<ApiApp>[] => apiEndpoints.map(load)

const require = createRequire(import.meta.url) // 217 calls of import() take twice as long: each walks through all modules

function load(endpoint: Endpoint): AnyRoute<ApiApp> {
  const file = `${endpoint.path.slice(1).replace(/\{(\w+)\}/g, 'by-$1')}.${endpoint.method.toLowerCase()}.ts`
  const { default: route } = require(`./${file}`) as { default: AnyRoute<ApiApp> }
  if (route.endpoint !== endpoint) throw new Error(`api/${file} has the handler of ${route.endpoint.id}, not of ${endpoint.id}`)
  return route
}

// Links in emails.
export const apiBrowserRoutes: BrowserRoute<ApiApp>[] = [showUnsubscribe, unsubscribe, showConfirm, confirm]
