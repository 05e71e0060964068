import { isPrivateHost } from '#auth/base-url.ts'
import { createOidcProvider } from '#auth/provider/oidc.ts'
import type { Provider } from '#auth/provider/provider.ts'
import { providerSettings } from '#auth/provider/settings.ts'
import type { Language } from '#contract/language.ts'
import { DEMO_ISSUER } from '#demo/insert/people.ts'
import type { MountedHandler } from '#http/mounted-handler.ts'

const PATH = '/idp'

type Options = {
  publicUrl: string
  authUrl: string
  locale: Language
  log: { warn(details: object, text: string): void; error(details: object, text: string): void }
  /** The origin this process listens on: the public URL may not be reachable from here. */
  ownOrigin: () => string
  /** With several workers: the one provider that all of them use (shared-idp.ts). */
  idp?: SharedIdp
}

export type SharedIdp = { origin: string; client: { id: string; secret: string } }
type IdpOptions = Pick<Options, 'publicUrl' | 'authUrl' | 'locale' | 'log'>

// The built-in identity provider of development. It is called over HTTP like any other provider, at the local origin.
export async function createDevProvider({
  publicUrl,
  authUrl,
  locale,
  log,
  ownOrigin,
  idp: shared,
}: Options): Promise<{ provider: Provider; mount: MountedHandler }> {
  const { origin } = new URL(publicUrl)
  const idp = shared
    ? { issuer: `${origin}${PATH}`, client: shared.client, handle: (await import('./relay.ts')).relayTo(shared.origin) }
    : await createIdp({ publicUrl, authUrl, locale, log })
  const settings = providerSettings({
    name: 'idp',
    aliases: ['github'], // the path that clients in the field use
    kind: 'oidc',
    issuer: idp.issuer,
    client: idp.client,
    allow: { domains: ['students.example.org', 'office.example.org'] },
    trustEmail: true,
    authoritativeFor: ['students.example.org', 'office.example.org'],
    identityIssuer: DEMO_ISSUER,
  })
  const provider = createOidcProvider(settings, log, (url, options) => fetch(url.replace(origin, shared?.origin ?? ownOrigin()), options))
  return {
    mount: { prefix: PATH, handle: idp.handle },
    provider: {
      ...provider,
      // An Android emulator reaches this machine by another host name.
      async begin(options) {
        const target = await provider.begin(options)
        target.host = new URL(options.redirectUri).host
        return target
      },
      prepare: async () => {}, // it is reachable only after this server listens
    },
  }
}

export async function createIdp({ publicUrl, authUrl, locale, log }: IdpOptions) {
  // Imported lazily: production neither loads nor needs the package.
  const { createDevIdp } = await import('#dev-idp/provider.ts')
  const { origin, host } = new URL(publicUrl)
  const callback = `${authUrl}/mobile/idpcallback`
  const isRedirectUri = (uri: string): boolean => {
    if (!URL.canParse(uri)) return false
    const given = new URL(uri)
    return uri === callback || (isPrivateHost(given.host) && uri === callback.replace(host, given.host))
  }
  const onFault = (fault: unknown) => log.error({ err: fault }, 'the development provider failed')
  return createDevIdp({ url: `${origin}${PATH}`, isRedirectUri, locale, onFault })
}
