import { readFileSync } from 'node:fs'
import type { ApiApp } from '#api/app.ts'
import { apiPages } from '#api/pages.ts'
import { apiDoors, apiRoutes } from '#api/routes.ts'
import type { AuthApp } from '#auth/app.ts'
import { authDoors, authPages, authRoutes } from '#auth/routes.ts'
import type { Part } from '#http/routes.ts'
import { type SignInClient, signInClients } from '#rules/client.ts'
import type { Config } from './config.ts'
import { type Face, webPages } from './web.ts'
import type { WebBuild } from './web-build.ts'

export const partNames = ['api', 'auth', 'worker'] as const
export type PartName = (typeof partNames)[number]

/** Whether a process has this part: it has them all, unless it serves one alone. */
export const has = (part: PartName, alone: PartName | null): boolean => alone === null || alone === part

export const version: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

// Everything on one origin has a prefix per part; a part served alone stands at its own root.
const prefixOf = (part: PartName, alone: PartName | null): string => (alone === part ? '' : `/${part}`)
export const apiUrlOf = (config: Config, alone: PartName | null): string => config.apiUrl ?? `${config.publicUrl}${prefixOf('api', alone)}`
export const authUrlOf = (config: Config, alone: PartName | null): string =>
  config.authUrl ?? `${config.publicUrl}${prefixOf('auth', alone)}`

// Pages that may keep a sign-in in a cookie: our own origin and those the operator lists.
export const webOriginsOf = ({ publicUrl, corsOrigins }: Config): string[] => [new URL(publicUrl).origin, ...corsOrigins]
export const clientsOf = (config: Config): SignInClient[] => signInClients({ ...config, webOrigins: webOriginsOf(config) })

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
  if (has('auth', alone))
    parts.push({
      prefix: prefixOf('auth', alone),
      routes: authRoutes,
      pages: authPages({ authUrl: authUrlOf(config, alone), version }),
      doors: authDoors(app.auth),
      isOauth: true,
    })
  return parts
}
