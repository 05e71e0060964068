import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { cachedResponse } from '#http/cached-response.ts'
import type { NotFoundPage, Page } from '#http/part.ts'
import type { WebBuild } from './web-build.ts'

// The built web clients as cached responses.

export type ServerConfig = {
  origin: string
  api: string
  auth: string
  version: string
  directory: string
  locale: string
  providers: { name: string; label: string }[]
  contact: string | null
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}

const originOf = (url: string, base?: string): string => new URL(url, base).origin

function policyFor(html: string, { origin, api, auth }: ServerConfig, pictureHosts: string[]): string {
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`,
  )
  const servers = [...new Set([api, auth].map((url) => originOf(url, origin)))].join(' ')
  return [
    "default-src 'none'",
    `script-src 'self' ${inline.join(' ')}`.trim(),
    "style-src 'self'",
    "font-src 'self'",
    // Avatars are on the servers of identity providers.
    ['img-src', "'self'", 'data:', 'blob:', origin, ...new Set(pictureHosts.map((host) => `https://${host}`))].join(' '),
    `connect-src 'self' ${servers}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    'frame-src blob:',
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types projectory',
  ].join('; ')
}

type WebPages = { pages: Page[]; notFoundPages: NotFoundPage[] }

export function webPages({ folder, files, routes }: WebBuild, config: ServerConfig, pictureHosts: string[] = []): WebPages {
  // "<" is escaped, so that no value can close the <script> element.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  const shellOf = (page: string) => {
    const html = readFileSync(join(folder, page), 'utf8').replace('"__SERVER_CONFIG__"', () => json)
    const kind = { type: types['.html']!, policy: policyFor(html, config, pictureHosts) }
    return { ok: cachedResponse(Buffer.from(html), kind), notFound: cachedResponse(Buffer.from(html), { ...kind, status: 404 }) }
  }
  const [client, curatorConsole] = [shellOf('index.html'), shellOf('console/index.html')]
  const assets = files.filter((file) => !file.endsWith('.html') && types[extname(file)] !== undefined)
  const pages = [
    ...routes.client.map((path) => ({ path, response: client.ok })),
    ...routes.console.map((path) => ({ path, response: curatorConsole.ok })),
    ...assets.map((file) => ({
      path: `/${file}`,
      response: cachedResponse(readFileSync(join(folder, file)), {
        type: types[extname(file)]!,
        policy: "default-src 'none'; connect-src 'self'",
        isImmutable: /^(console\/)?assets\//.test(file),
      }),
    })),
  ]
  // The web client renders the 404 page, in the language of the browser.
  const notFoundPages = [
    { below: '/console', response: curatorConsole.notFound },
    { below: '', response: client.notFound },
  ]
  return { pages, notFoundPages }
}
