import { readFileSync } from 'node:fs'
import type { ApiApp } from '#api/app.ts'
import { apiPages } from '#api/pages.ts'
import { apiDoors, apiRoutes } from '#api/routes.ts'
import type { AuthApp } from '#auth/app.ts'
import { authDoors, authPages, authRoutes } from '#auth/routes.ts'
import type { Part } from '#http/routes.ts'
import { apiUrlOf, authUrlOf, has, type PartName, prefixOf } from './addresses.ts'
import type { Config } from './config.ts'
import { type Face, webPages } from './web.ts'
import type { WebBuild } from './web-build.ts'

export const version: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

const faceOf = (config: Config, { auth }: AuthApp): Face => ({
  origin: new URL(config.publicUrl).origin,
  // By path, so that it works under whatever name the machine was reached.
  api: new URL(apiUrlOf(config, null)).pathname,
  auth: config.authUrl ?? new URL(authUrlOf(config, null)).pathname,
  version,
  directory: 'Projectory',
  locale: config.locale,
  providers: auth.providers.map(({ settings: { name } }) => ({ name, label: name })),
  contact: config.contact,
})

export function makeParts(config: Config, alone: PartName | null, app: ApiApp & AuthApp, web: WebBuild | null): Part<ApiApp & AuthApp>[] {
  const parts: Part<ApiApp & AuthApp>[] = []
  if (has('api', alone)) {
    const prefix = prefixOf('api', alone)
    parts.push({
      prefix,
      routes: apiRoutes,
      pages: apiPages({ apiUrl: apiUrlOf(config, alone), authUrl: authUrlOf(config, alone), version }),
      doors: apiDoors,
    })
    const atRoot = alone === null && web ? webPages(web, faceOf(config, app)) : { pages: [{ path: '/', redirectTo: `${prefix}/docs` }] }
    parts.push({ prefix: '', routes: [], ...atRoot })
  }
  // Clients in the field call the auth backend below /auth, also where it is served alone.
  const authPrefixes = new Set([prefixOf('auth', alone), '/auth'])
  if (has('auth', alone))
    for (const prefix of authPrefixes)
      parts.push({
        prefix,
        routes: authRoutes,
        pages: authPages({ authUrl: authUrlOf(config, alone), version }),
        doors: authDoors(app.auth),
        isOauth: true,
      })
  return parts
}
