import type { Endpoint } from '#contract/endpoint.ts'

// Which methods an address takes, for 405 and OPTIONS. Exact addresses win over those with parameters.
export function createPaths() {
  const exact = new Map<string, Set<string>>()
  const shaped: { shape: RegExp; methods: Set<string> }[] = []

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
      let known = shaped.find(({ shape }) => shape.source === new RegExp(source).source)
      if (!known) {
        known = { shape: new RegExp(source), methods: new Set() }
        shaped.push(known)
      }
      add(known.methods, method, withHead)
    },
    methodsOf: (path: string): Set<string> | undefined => exact.get(path) ?? shaped.find(({ shape }) => shape.test(path))?.methods,
    isMisused: (path: string, method: string): boolean => exact.get(path)?.has(method) === false,
  }
}

// The path of an address without its query and its trailing slash.
export function pathOf(url: string): string {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

export const isBelow = (url: string, prefix: string): boolean => url.startsWith(prefix) && /^(?:$|[/?])/.test(url.slice(prefix.length))
