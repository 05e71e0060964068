import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Localized } from '#contract/language.ts'
import { escaped } from '#http/page/page.ts'
import type { NotFoundPage, Page } from '#http/part.ts'
import { type CachedResponse, cachedResponse } from '#http/response/cached-response.ts'
import { DEFAULT_HUE, palettesOf } from '#rules/settings/accent.ts'
import type { Zone } from '#rules/time/zone.ts'
import type { WebBuild } from './build.ts'

// The built web clients as cached responses, with the settings of the directory in them.

export type ServerConfig = {
  origin: string
  api: string
  auth: string
  version: string
  directory: string // its name
  logo: { url: string; width: number; height: number } | null
  languages: string[]
  locale: string
  zone: Zone // of the directory
  welcome: Localized
  links: { label: Localized; url: string }[]
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
  const hashes = (element: RegExp) =>
    [...html.matchAll(element)].map(([, text]) => ` 'sha256-${createHash('sha256').update(text!).digest('base64')}'`).join('')
  const servers = [...new Set([api, auth].map((url) => originOf(url, origin)))].join(' ')
  return [
    "default-src 'none'",
    `script-src 'self'${hashes(/<script>([\s\S]*?)<\/script>/g)}`,
    `style-src 'self'${hashes(/<style>([\s\S]*?)<\/style>/g)}`,
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

type WebPages = { pages: Page[]; notFoundPages: NotFoundPage[]; refresh(): void }
type Directory = { config: ServerConfig; accentHue: number }

/** The icons of the manifest: of the logo, or of the software. */
export function iconsOf({ logo }: Pick<ServerConfig, 'logo'>): { src: string; sizes: string; type: string; purpose?: string }[] | null {
  if (logo === null) return null
  const at = (kind: string) => logo.url.replace(/logo\.png$/, `${kind}.png`)
  return [
    { src: at('192'), sizes: '192x192', type: 'image/png' },
    { src: at('512'), sizes: '512x512', type: 'image/png' },
    { src: at('maskable'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ]
}

/** Name, icon and colour in the page itself: nothing changes after the first paint. */
function writePage(source: string, { config, accentHue }: Directory): string {
  // "<" is escaped, so that no value can close the <script> element.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  const icon = config.logo?.url.replace(/logo\.png$/, '32.png')
  const touchIcon = config.logo?.url.replace(/logo\.png$/, '180.png')
  let html = source.replaceAll('__NAME__', () => escaped(config.directory)).replace('"__SERVER_CONFIG__"', () => json)
  if (accentHue !== DEFAULT_HUE) html = html.replace('</head>', `<style>html:root{--accent-hue:${accentHue}}</style></head>`)
  if (icon && touchIcon)
    html = html
      .replace('<link rel="icon" href="/icon.svg" type="image/svg+xml" />', `<link rel="icon" href="${icon}" type="image/png" />`)
      .replace('/icon-180.png', touchIcon)
  return html
}

export function webPages({ folder, files, routes }: WebBuild, read: () => Directory, pictureHosts: string[] = []): WebPages {
  const fileOf = (file: string): string => readFileSync(join(folder, file), 'utf8')
  const made = new Map<string, CachedResponse>() // of files that depend on the settings; made again after a change
  const keep = (name: string, make: () => CachedResponse): CachedResponse => {
    const response = made.get(name) ?? make()
    made.set(name, response)
    return response
  }
  const shellOf = (file: string) => {
    const source = fileOf(file)
    const responseWith = (status: 200 | 404) =>
      keep(`${file} ${status}`, () => {
        const directory = read()
        const html = writePage(source, directory)
        return cachedResponse(Buffer.from(html), { type: types['.html']!, policy: policyFor(html, directory.config, pictureHosts), status })
      })
    return {
      ok: {
        get response() {
          return responseWith(200)
        },
      },
      notFound: {
        get response() {
          return responseWith(404)
        },
      },
    }
  }
  const [client, curatorConsole] = [shellOf('index.html'), shellOf('console/index.html')]
  const following: Record<string, (source: string, directory: Directory) => string> = {
    'manifest.webmanifest': (source, { config }) => {
      const manifest = JSON.parse(source)
      return JSON.stringify({ ...manifest, name: config.directory, short_name: config.directory, icons: iconsOf(config) ?? manifest.icons })
    },
    'icon.svg': (source, { config, accentHue }) =>
      source.replace(/<title>[^<]*/, () => `<title>${escaped(config.directory)}`).replace('#0a6b59', palettesOf(accentHue).light.accent),
    // Another text makes browsers install the service worker again, which then keeps the new page for offline use.
    'sw.js': (source, directory) => `${source}\n// ${createHash('sha256').update(JSON.stringify(directory)).digest('hex')}\n`,
  }
  const assets = files.filter((file) => !file.endsWith('.html') && types[extname(file)] !== undefined && !(file in following))
  const policy = "default-src 'none'; connect-src 'self'"
  const pages = [
    ...routes.client.map((path) => withResponse({ path }, client.ok)),
    ...routes.console.map((path) => withResponse({ path }, curatorConsole.ok)),
    ...Object.entries(following).map(([file, write]) => {
      const source = fileOf(file)
      return {
        path: `/${file}`,
        get response() {
          return keep(file, () => cachedResponse(Buffer.from(write(source, read())), { type: types[extname(file)]!, policy }))
        },
      }
    }),
    ...assets.map((file) => {
      const isImmutable = /^(console\/)?assets\//.test(file) // its name has a hash, so it changes with every version
      const response = cachedResponse(readFileSync(join(folder, file)), { type: types[extname(file)]!, policy, isImmutable })
      return { path: `/${file}`, ...(isImmutable && { label: '/assets/*' }), response }
    }),
  ]
  // The web client renders the 404 page, in the language of the browser.
  const notFoundPages = [withResponse({ below: '/console' }, curatorConsole.notFound), withResponse({ below: '' }, client.notFound)]
  return { pages, notFoundPages, refresh: () => made.clear() }
}

// Copying an object would call its getter once.
const withResponse = <T extends object>(
  about: T,
  source: { readonly response: CachedResponse },
): T & { readonly response: CachedResponse } =>
  Object.defineProperty(about, 'response', { get: () => source.response, enumerable: true }) as T & { readonly response: CachedResponse }
