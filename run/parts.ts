import { readFileSync } from 'node:fs'
import { logoView } from '#actions/image/logo-view.ts'
import type { ApiApp } from '#api/app.ts'
import { apiPages } from '#api/pages.ts'
import { apiBrowserRoutes, loadApiRoutes } from '#api/routes.ts'
import type { Auth, AuthApp } from '#auth/app.ts'
import { authBrowserRoutes, authPages, authRoutes } from '#auth/routes.ts'
import type { App } from '#http/app.ts'
import { createPart, type Part } from '#http/part.ts'
import { zoneOf } from '#rules/time/zone.ts'
import { apiUrlOf, authUrlOf, type PartName, prefixOf } from './config/addresses.ts'
import type { Config } from './config/config.ts'
import type { WebBuild } from './web/build.ts'
import { type ServerConfig, webPages } from './web/web.ts'

export const version: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

const serverConfigOf = (config: Config, { auth, settings, now }: AuthApp): ServerConfig => ({
  origin: new URL(config.publicUrl).origin,
  // Relative, so that it works under any host name of the machine.
  api: new URL(apiUrlOf(config, null)).pathname,
  auth: config.authUrl ?? new URL(authUrlOf(config, null)).pathname,
  version,
  directory: settings.name,
  logo: settings.logo && logoView(settings.logo, new URL(apiUrlOf(config, null)).pathname),
  languages: settings.languages,
  locale: settings.locale,
  zone: zoneOf(settings.timeZone, now()),
  welcome: settings.welcome,
  links: settings.links,
  providers: auth.providers.map(({ settings: { name } }) => ({ name, label: name })),
  contact: settings.contact,
})

const pictureHostsOf = ({ providers }: Auth): string[] => providers.flatMap(({ settings }) => settings.pictureHosts)

/** The pages of the web clients, with the settings in them. */
function pagesOf(config: Config, app: AuthApp, web: WebBuild, onSettings: (listener: () => void) => void) {
  const read = () => ({ config: serverConfigOf(config, app), accentHue: app.settings.accentHue })
  const { pages, notFoundPages, refresh } = webPages(web, read, pictureHostsOf(app.auth))
  onSettings(refresh)
  return { pages, notFoundPages }
}

type PartsOptions = {
  config: Config
  alone: PartName | null
  app: App
  apiApp: ApiApp | null
  authApp: AuthApp | null
  web: WebBuild | null
  onSettings: (listener: () => void) => void
}

export function makeParts({ config, alone, app, apiApp, authApp, web, onSettings }: PartsOptions): Part[] {
  const parts: Part[] = []
  if (apiApp) {
    const prefix = prefixOf('api', alone)
    parts.push(
      createPart({
        app: apiApp,
        prefix,
        routes: loadApiRoutes(),
        pages: apiPages({ apiUrl: apiUrlOf(config, alone), authUrl: authUrlOf(config, alone), version }),
        browserRoutes: apiBrowserRoutes,
      }),
    )
    const atRoot = web && authApp ? pagesOf(config, authApp, web, onSettings) : { pages: [{ path: '/', redirectTo: `${prefix}/docs` }] }
    parts.push(createPart({ app, prefix: '', ...atRoot }))
  }
  // Clients in the field call the auth backend below /auth, even when it runs alone.
  if (authApp)
    for (const prefix of new Set([prefixOf('auth', alone), '/auth']))
      parts.push(
        createPart({
          app: authApp,
          prefix,
          routes: authRoutes,
          pages: authPages({ authUrl: authUrlOf(config, alone), version }),
          browserRoutes: authBrowserRoutes(authApp.auth),
          isOauth: true,
        }),
      )
  return parts
}
