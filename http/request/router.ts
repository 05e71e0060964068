import findMyWay, { type HTTPMethod } from 'find-my-way'
import type { Endpoint } from '#contract/endpoint.ts'
import { asksForPage, type Call } from '#http/call.ts'
import { OTHER_ROUTE, otherRoute, type RouteLabel } from '#http/observe/call-counts.ts'
import type { Part, Target } from '#http/part.ts'
import type { CachedResponse } from '#http/response/cached-response.ts'
import { Refusal } from '#http/response/problem.ts'
import { createPaths, isBelow, pathOf } from './paths.ts'

export type Match = { target: Target; params: unknown; query: unknown }

const LONGEST_PARAMETER = 8192
const DEFAULT_BODY = 64 * 1024
const unused = (): void => {} // find-my-way requires a handler; the target is in its `store`

// The route step: finds the target of a URL, or refuses with 404 or 405.
export function createRouter(parts: Part[], docsUrl: string) {
  const routes = findMyWay({ ignoreTrailingSlash: true, maxParamLength: LONGEST_PARAMETER, onBadUrl: unused })
  const paths = createPaths()
  for (const path of ['/healthz', '/readyz']) paths.add(path, 'GET')
  const labels: RouteLabel[] = [otherRoute]
  const signInPaths = new Set<string>()
  const searches = new Map<string, number>() // POST paths whose responses are cached by their body -> body limit

  for (const target of parts.flatMap(({ targets }) => targets)) {
    const { address } = target
    const { method, withHead } = methodOf(target)
    paths.add(address, method, { withHead })
    if (isSignIn(target)) signInPaths.add(address)
    if (target.kind === 'endpoint' && target.endpoint.method === 'POST' && target.endpoint.sameForAll)
      searches.set(address, target.endpoint.bodyLimit ?? DEFAULT_BODY)
    const number = numberOf(labels, labelOf(method, target))
    routes.on(withHead ? [method, 'HEAD'] : method, address.replace(/\{(\w+)\}/g, ':$1'), unused, { target, number })
  }

  const notFoundPageFor = notFoundPages(parts)

  function notFound(call: Call, code: 'not_found' | 'bad_url', page: CachedResponse | undefined): Match {
    if (page === undefined)
      throw code === 'bad_url' ? new Refusal(code) : new Refusal(code, { path: pathOf(call.url).slice(0, 100), docs: docsUrl })
    call.code = code
    return { target: { kind: 'page', address: '', page: { response: page } }, params: {}, query: {} }
  }

  return {
    signInPaths,
    /** What is counted separately; the index is the number of the route. */
    labels,
    /** The body limit where responses are cached by the body; undefined where they are not. */
    searchLimit: (url: string): number | undefined => searches.get(pathOf(url)),
    methodsOf: (url: string): Set<string> => {
      const methods = paths.methodsOf(pathOf(url))
      if (!methods) throw new Refusal('not_found', { path: pathOf(url), docs: docsUrl })
      return methods
    },
    /** The pattern of an address, for traces; empty when there is none. */
    patternOf: (method: string, url: string): string =>
      (routes.find(method as HTTPMethod, url)?.store as Found | null)?.target.address ?? '',
    find(call: Call): Match {
      const { method, url } = call
      const found = routes.find(method as HTTPMethod, url)
      if (found !== null && found.store === null) return notFound(call, 'bad_url', notFoundPageFor(call))
      const path = pathOf(url)
      // GET /project/findmany is a wrong method, not a project with that slug.
      if (found !== null && !paths.isMisused(path, method)) {
        const { target, number }: Found = found.store
        call.route = target.address
        call.routeNumber = number
        return { target, params: found.params, query: found.searchParams }
      }
      const methods = paths.methodsOf(path)
      // HEAD is not served where GET has side effects: a 404 without a page.
      const isHidden = method === 'HEAD' && methods?.has('GET')
      if (methods && !isHidden) {
        const allow = [...methods].join(', ')
        throw new Refusal('method_not_allowed', { method, allow }, { headers: { allow } })
      }
      return notFound(call, 'not_found', methods ? undefined : notFoundPageFor(call))
    },
  }
}

type Found = { target: Target; number: number }

const labelOf = (method: string, target: Target): RouteLabel => ({
  method,
  route: (target.kind === 'page' ? target.page.label : undefined) ?? target.address,
})

function numberOf(labels: RouteLabel[], { method, route }: RouteLabel): number {
  const known = labels.findIndex((label) => label.method === method && label.route === route)
  return known > OTHER_ROUTE ? known : labels.push({ method, route }) - 1
}

export type Router = ReturnType<typeof createRouter>

function methodOf(target: Target): { method: Endpoint['method']; withHead: boolean } {
  if (target.kind === 'endpoint') return { method: target.endpoint.method, withHead: target.endpoint.method === 'GET' }
  return target.kind === 'browser' ? target : { method: 'GET', withHead: true }
}

const isSignIn = (target: Target): boolean =>
  target.kind === 'endpoint' ? target.endpoint.isSignIn === true : target.kind === 'browser' && target.isSignIn

/** The 404 page for browsers, of the part with the longest matching prefix. Clients of /api/ get a problem instead. */
export function notFoundPages(parts: Pick<Part, 'prefix' | 'notFoundPages'>[]) {
  const nearest = parts.toSorted((one, other) => other.prefix.length - one.prefix.length)
  const pageAt = (path: string): CachedResponse | undefined =>
    nearest.find(({ prefix }) => isBelow(path, prefix))?.notFoundPages.find(({ below }) => isBelow(path, below))?.response
  return (call: Pick<Call, 'isGet' | 'message' | 'url'>): CachedResponse | undefined =>
    call.isGet && asksForPage(call.message) ? pageAt(pathOf(call.url)) : undefined
}
