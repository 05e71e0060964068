import type { Endpoint } from '#contract/endpoint.ts'
import { createPaths, pathOf } from './paths.ts'

type Call = { method: string; url: string; accept: string | undefined }

/** The quality value the Accept header gives this media range; undefined when it does not name it (RFC 9110 12.5.1). */
function qualityOf(accept: string, range: string): number | undefined {
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((one) => one.trim())
    if (name !== range) continue
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    return weight === undefined ? 1 : Number(weight.slice(2)) || 0
  }
  return undefined
}

/** Without an Accept header everything is accepted; the most specific range decides. */
function acceptsHtml(accept = '*/*'): boolean {
  const quality = qualityOf(accept, 'text/html') ?? qualityOf(accept, 'text/*') ?? qualityOf(accept, '*/*')
  return (quality ?? 0) > 0
}

const namesHtml = (accept = ''): boolean => (qualityOf(accept, 'text/html') ?? 0) > 0

/**
 * Local builds of the client in the field make the fixed calls of the main API without its prefix: {origin}/project/active. At such a URL
 * browsers get the pages of the web client, so the Accept header decides: a call that accepts HTML is not changed. A wildcard counts as
 * accepting HTML only where the web client has a page.
 */
export function createUnprefixed(prefix: string, endpoints: readonly Pick<Endpoint, 'method' | 'path'>[], pages: readonly string[]) {
  const [callPaths, pagePaths] = [createPaths(), createPaths()]
  for (const { method, path } of endpoints) callPaths.add(path, method)
  for (const page of pages) pagePaths.add(page, 'GET')

  /** Undefined when the URL is not that of a fixed call. Otherwise the response varies by Accept, and `url` is the URL to answer. */
  return ({ method, url, accept }: Call): { url: string } | undefined => {
    if (url.startsWith(`${prefix}/`)) return undefined // most calls
    const path = pathOf(url)
    if (!callPaths.methodsOf(path)?.has(method)) return undefined
    const isPage = pagePaths.methodsOf(path)?.has(method) === true && method !== 'OPTIONS'
    return { url: (isPage ? acceptsHtml(accept) : namesHtml(accept)) ? url : prefix + url }
  }
}

export type Unprefixed = ReturnType<typeof createUnprefixed>
