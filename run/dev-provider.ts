import { isPrivateHost } from '#auth/base-url.ts'
import { createOidcProvider } from '#auth/oidc.ts'
import type { Provider } from '#auth/provider.ts'
import { providerSettings } from '#auth/provider-settings.ts'
import type { Language } from '#contract/errors.ts'
import type { Guest } from '#http/pipeline.ts'
import { DEMO_ISSUER } from '#store/demo/identities.ts'

const PATH = '/idp'

type Options = {
  publicUrl: string
  authUrl: string
  locale: Language
  log: { warn(details: object, text: string): void; error(details: object, text: string): void }
  /** Where this very process listens: the public address may not lead back to it. */
  ownOrigin: () => string
}

// The provider that comes along for trying things out. It is spoken to over HTTP like any stranger's; only the way there is short.
export async function createDevProvider({
  publicUrl,
  authUrl,
  locale,
  log,
  ownOrigin,
}: Options): Promise<{ provider: Provider; guest: Guest }> {
  // Loaded only here, so that production never has it in memory, nor needs it installed.
  const { createDevIdp } = await import('#dev-idp/provider.ts')
  const { origin, host } = new URL(publicUrl)
  const callback = `${authUrl}/mobile/idpcallback`
  const isRedirectUri = (uri: string): boolean => {
    if (!URL.canParse(uri)) return false
    const given = new URL(uri)
    return uri === callback || (isPrivateHost(given.host) && uri === callback.replace(host, given.host))
  }
  const idp = createDevIdp({
    url: `${origin}${PATH}`,
    isRedirectUri,
    locale,
    onFault: (fault) => log.error({ err: fault }, 'the development provider broke'),
  })
  const settings = providerSettings({
    name: 'idp',
    aliases: ['github'], // the path that phones in the field know
    kind: 'oidc',
    issuer: idp.issuer,
    client: idp.client,
    allow: { domains: ['students.example.org', 'office.example.org'] },
    trustEmail: true,
    authoritativeFor: ['students.example.org', 'office.example.org'],
    identityIssuer: DEMO_ISSUER,
  })
  const provider = createOidcProvider(settings, log, (url, options) => fetch(url.replace(origin, ownOrigin()), options))
  return {
    guest: { prefix: PATH, handle: idp.handle },
    provider: {
      ...provider,
      // An emulator knows this machine by another name than we do.
      async begin(visit) {
        const target = await provider.begin(visit)
        target.host = new URL(visit.redirectUri).host
        return target
      },
      prepare: async () => {}, // it answers once we listen
    },
  }
}
