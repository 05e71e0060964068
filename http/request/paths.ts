import type { Endpoint } from '#contract/endpoint.ts'

// The methods each path allows, for 405 and OPTIONS. Exact paths take precedence over those with parameters.
export function createPaths() {
  const exact = new Map<string, Set<string>>()
  const patterns: { pattern: RegExp; methods: Set<string> }[] = []

  const add = (methods: Set<string>, method: string, withHead: boolean): void => {
    methods.add(method)
    if (method === 'GET' && withHead) methods.add('HEAD')
    methods.add('OPTIONS')
  }

  return {
    add(path: string, method: Endpoint['method'], { withHead } = { withHead: true }): void {
      if (!path.includes('{')) {
        const methods = exact.get(path) ?? new Set()
        exact.set(path, methods)
        return add(methods, method, withHead)
      }
      const source = `^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`
      let existing = patterns.find(({ pattern }) => pattern.source === new RegExp(source).source)
      if (!existing) {
        existing = { pattern: new RegExp(source), methods: new Set() }
        patterns.push(existing)
      }
      add(existing.methods, method, withHead)
    },
    methodsOf: (path: string): Set<string> | undefined => exact.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.methods,
    isMisused: (path: string, method: string): boolean => exact.get(path)?.has(method) === false,
  }
}

// The path of a URL without its query and its trailing slash.
export function pathOf(url: string): string {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

export const isBelow = (url: string, prefix: string): boolean => url.startsWith(prefix) && /^(?:$|[/?])/.test(url.slice(prefix.length))
