import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import Provider, { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { answerInteraction } from './interaction.ts'
import { createMemory } from './memory.ts'
import { endPage, pageHeaders, sendPage } from './page.ts'
import { claimsOf, type DevPerson, devPeople } from './people.ts'
import { refuseInPublic } from './private-only.ts'
import { type Locale, localeOf } from './text.ts'

export type DevIdpOptions = {
  url: string // issuer and mount point, e.g. http://localhost:8000/idp
  isRedirectUri(uri: string): boolean
  locale: Locale // when Accept-Language has none of our languages
  people?: DevPerson[]
  onFault?(fault: unknown): void
}

export type DevIdp = {
  issuer: string
  client: { id: string; secret: string }
  handle(message: IncomingMessage, response: ServerResponse): void
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** An OpenID provider for development: users are chosen from a list, without a password. Its state is in memory. */
export function createDevIdp({ url, isRedirectUri, locale, people = devPeople, onFault = console.error }: DevIdpOptions): DevIdp {
  refuseInPublic(url)
  const prefix = new URL(url).pathname.replace(/\/$/, '')
  const client = { id: 'projectory', secret: randomBytes(32).toString('base64url') }
  const setup = { url, prefix, locale, people, client }
  let made: ReturnType<typeof createProvider> | undefined
  // With the first call: most starts, above all those of tests, never see a sign-in.
  const open = () => (made ??= createProvider(setup, isRedirectUri, onFault))

  return {
    issuer: url,
    client,
    handle(message, response) {
      const address = message.url ?? ''
      const rest = address.startsWith(prefix) ? address.slice(prefix.length) : undefined
      if (rest === undefined || !/^([/?]|$)/.test(rest)) {
        const pageLocale = localeOf(message.headers['accept-language'], locale)
        return sendPage(response, 404, endPage({ stage: 'provider', locale: pageLocale, ending: 'missing' }))
      }
      const interaction = /^\/interaction\/([\w-]+)$/.exec(rest.split('?')[0]!)
      if (interaction === null) {
        // The library routes without the prefix; it reads baseUrl to add the prefix to its own URLs.
        Object.assign(message, { url: rest.startsWith('/') ? rest : `/${rest}`, baseUrl: prefix })
        return void open().callback(message, response)
      }
      answerInteraction({ provider: open().provider, people, locale }, interaction[1]!, message, response).catch((fault) => {
        onFault(fault)
        if (response.headersSent) return response.destroy()
        const pageLocale = localeOf(message.headers['accept-language'], locale)
        sendPage(response, 500, endPage({ stage: 'provider', locale: pageLocale, ending: 'fault', code: 'server_error' }))
      })
    },
  }
}

type Setup = Required<Pick<DevIdpOptions, 'url' | 'locale' | 'people'>> & { prefix: string; client: DevIdp['client'] }

function createProvider(setup: Setup, isRedirectUri: DevIdpOptions['isRedirectUri'], onFault: (fault: unknown) => void) {
  const { url, locale } = setup
  const provider = new Provider(url, configure(setup))
  provider.Client.prototype.redirectUriAllowed = (uri) => isRedirectUri(uri)
  provider.on('server_error', (_context, fault) => onFault(fault))
  provider.onerror = onFault
  provider.use(async (context, next) => {
    await next()
    if (context.path.startsWith('/.well-known/') && context.status === 200) context.body = atOrigin(context.body, new URL(url).origin)
    if (context.status === 404 && !context.body) showEnd(context, 404, locale, { ending: 'missing' })
  })
  return { provider, callback: provider.callback() }
}

function configure({ url, prefix, locale, people, client }: Setup): Configuration {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  const scopes = {
    openid: ['sub'],
    profile: ['name', 'given_name', 'family_name', 'preferred_username'],
    email: ['email', 'email_verified'],
  }
  return {
    adapter: createMemory(),
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${url}/none`], // one is required; isRedirectUri decides
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: {
      keys: [{ ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }],
    },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    responseTypes: ['code'],
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: () => false,
    scopes: Object.keys(scopes),
    claims: scopes,
    conformIdTokenClaims: false,
    cookies: {
      names: { session: 'pj_idp_session', interaction: 'pj_idp_interaction', resume: 'pj_idp_resume' },
      long: { httpOnly: true, sameSite: 'lax', path: prefix || '/' },
      short: { httpOnly: true, sameSite: 'lax' },
      keys: [randomBytes(32).toString('base64url')],
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    ttl: { AccessToken: HOUR, AuthorizationCode: MINUTE, IdToken: HOUR, Interaction: 10 * MINUTE, Session: 24 * HOUR, Grant: 24 * HOUR },
    interactions: { policy, url: (_context, { uid }) => `${prefix}/interaction/${uid}` },
    renderError: (context, { error, error_description: detail }, cause) => {
      const ending = cause instanceof errors.SessionNotFound ? 'over' : 'fault'
      showEnd(context, context.status, locale, { ending, code: error, detail })
    },
    findAccount: (_context, login) => accountOf(people.find((person) => person.login === login)),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope(Object.keys(scopes).join(' '))
      await grant.save()
      return grant
    },
  }
}

const accountOf = (person: DevPerson | undefined) => person && { accountId: person.login, claims: () => claimsOf(person) }

// Our server reads the discovery document and can reach the provider only under its configured host name.
function atOrigin(document: unknown, origin: string): unknown {
  return Object.fromEntries(
    Object.entries(document as Record<string, unknown>).map(([name, value]) =>
      /_(endpoint|uri)$/.test(name) && typeof value === 'string' ? [name, `${origin}${new URL(value).pathname}`] : [name, value],
    ),
  )
}

type End = Omit<Parameters<typeof endPage>[0], 'stage' | 'locale'>
type PageContext = Pick<KoaContextWithOIDC, 'set' | 'get' | 'status' | 'body'>

function showEnd(context: PageContext, status: number, locale: Locale, end: End): void {
  context.status = status
  context.body = endPage({ stage: 'provider', locale: localeOf(context.get('Accept-Language'), locale), ...end })
  context.set(pageHeaders)
}
