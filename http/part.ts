import { type Endpoint, Nothing } from '#contract/endpoint.ts'
import type { App } from './app.ts'
import type { Call } from './call.ts'
import { contextOf, type Input } from './context.ts'
import type { AnyRoute } from './handle.ts'
import { type BrowserRoute, type Reply, runBrowserRoute } from './page/browser-routes.ts'
import { validatorFor } from './request/validate.ts'
import type { CachedResponse } from './response/cached-response.ts'
import { writerOf } from './response/writer.ts'

const READ_SECONDS = 6
const WRITE_SECONDS = 12 // both below the phone's 15 s

// A page is a fixed response at a fixed address, or a redirect. Pages with the same label are counted together. `response` may be a getter
// that renders: only a call reads it.
export type Page = { path: string; label?: string; response: CachedResponse } | { path: string; redirectTo: string }
/** Shown to browsers at unknown addresses below this one; programs get a problem. */
export type NotFoundPage = { below: string; response: CachedResponse }

// The target of a route, bound to its app when the part is created.
export type EndpointTarget = {
  kind: 'endpoint'
  address: string
  endpoint: Endpoint
  app: App
  isRead: boolean
  seconds: number
  /** Null where the answer has no body. */
  serialise: ((value: unknown) => string) | null
  validate(input: Input): void
  run(call: Call, input: Input): unknown
}
export type BrowserTarget = {
  kind: 'browser'
  address: string
  method: 'GET' | 'POST'
  withHead: boolean
  isSignIn: boolean
  run(call: Call): Promise<Reply>
}
export type PageTarget =
  | { kind: 'page'; address: string; page: { label?: string; response: CachedResponse } }
  | { kind: 'redirect'; address: string; to: string }
export type Target = EndpointTarget | BrowserTarget | PageTarget

// All routes below one prefix.
export type Part = { prefix: string; targets: Target[]; notFoundPages: NotFoundPage[]; isOauth: boolean }

type PartOptions<A extends App> = {
  app: A
  prefix: string
  routes?: AnyRoute<A>[]
  pages?: Page[]
  browserRoutes?: BrowserRoute<A>[]
  notFoundPages?: NotFoundPage[]
  isOauth?: boolean
}

export function createPart<A extends App>(options: PartOptions<A>): Part {
  const { app, prefix, routes = [], pages = [], browserRoutes = [], notFoundPages = [], isOauth = false } = options
  const targets = [
    ...routes.map((route) => endpointTarget(app, prefix, route)),
    ...pages.map((page) => pageTarget(prefix, page)),
    ...browserRoutes.map((route) => browserTarget(app, prefix, route)),
  ]
  return { prefix, targets, notFoundPages, isOauth }
}

function endpointTarget<A extends App>(app: A, prefix: string, route: AnyRoute<A>): EndpointTarget {
  const { endpoint } = route
  const serialise = endpoint.answer === Nothing ? null : (value: unknown) => writerOf(endpoint.answer)(value)
  const isRead = endpoint.method === 'GET' || endpoint.sameForAll === true
  return {
    kind: 'endpoint',
    address: prefix + endpoint.path,
    endpoint,
    app,
    isRead,
    seconds: endpoint.seconds ?? (isRead ? READ_SECONDS : WRITE_SECONDS),
    serialise,
    validate: validatorOf(endpoint),
    run: (call, input) => route.run(contextOf({ app, endpoint, serialise }, call, input)),
  }
}

function validatorOf(endpoint: Endpoint): (input: Input) => void {
  const params = endpoint.params && validatorFor(endpoint.params)
  const query = endpoint.query && validatorFor(endpoint.query)
  const body = endpoint.body && validatorFor(endpoint.body)
  return (input) => {
    params?.(input.params)
    query?.(input.query)
    body?.(input.body)
  }
}

function pageTarget(prefix: string, page: Page): PageTarget {
  const address = prefix + page.path || '/'
  return 'response' in page ? { kind: 'page', address, page } : { kind: 'redirect', address, to: page.redirectTo }
}

const browserTarget = <A extends App>(app: A, prefix: string, route: BrowserRoute<A>): BrowserTarget => ({
  kind: 'browser',
  address: prefix + route.path || '/',
  method: route.method,
  withHead: route.withHead === true,
  isSignIn: route.isSignIn === true,
  run: (call) => runBrowserRoute(app, route, call),
})
