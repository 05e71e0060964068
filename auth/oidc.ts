import * as oauth from 'openid-client'
import { claimsFromOidc, flavourOf } from '#rules/claims.ts'
import { authorizationParameters, type Fetch, faultOf, type Provider, ProviderFault, reachable, requestSettings } from './provider.ts'
import type { ProviderSettings } from './provider-settings.ts'

const OLDEST_TOKEN_SECONDS = 600 // a sign-in does not take longer
const AHEAD_SECONDS = 60

// Any provider that speaks OpenID Connect: Entra ID, Keycloak, Google and the rest. The library does the checking; what it leaves open is
// closed here: signatures are always verified, one audience only, and no stale token.
export function createOidcProvider(
  settings: ProviderSettings,
  log: { warn(details: object, text: string): void },
  fetch: Fetch = globalThis.fetch as Fetch,
): Provider {
  const flavour = flavourOf('oidc', settings.issuer)
  let found: Promise<oauth.Configuration> | null = null

  async function discover(): Promise<oauth.Configuration> {
    const { issuer, client } = settings
    const execute = [oauth.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [oauth.allowInsecureRequests] : [])]
    const options = { execute, [oauth.customFetch]: reachable(fetch), ...requestSettings }
    return oauth.discovery(new URL(issuer), client.id, client.secret, undefined, options as oauth.DiscoveryRequestOptions)
  }

  // Asked once; a failure is forgotten, so that the next sign-in tries again.
  function configuration(): Promise<oauth.Configuration> {
    found ??= discover().catch((error) => {
      found = null
      const fault = faultOf(error)
      throw new ProviderFault('unavailable', `discovery of ${settings.issuer} failed: ${fault.message}`, error)
    })
    return found
  }

  async function readUserinfo(config: oauth.Configuration, accessToken: string, claims: oauth.IDToken) {
    if (claims.email !== undefined || !config.serverMetadata().userinfo_endpoint) return null
    return oauth.fetchUserInfo(config, accessToken, claims.sub)
  }

  return {
    settings,
    async begin(visit) {
      const config = await configuration()
      return oauth.buildAuthorizationUrl(config, await authorizationParameters(visit, settings.scope))
    },
    async finish(callback, { state, nonce, verifier }) {
      const config = await configuration()
      try {
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
        const tokens = await oauth.authorizationCodeGrant(config, callback, checks)
        const claims = tokens.claims()!
        refuseLoose(claims)
        const said = claimsFromOidc(flavour, claims, await readUserinfo(config, tokens.access_token, claims), settings)
        if (!said) throw new ProviderFault('rejected', 'the provider named no usable subject')
        return { said, authTime: typeof claims.auth_time === 'number' ? new Date(claims.auth_time * 1000) : null }
      } catch (error) {
        throw faultOf(error)
      }
    },
    async prepare() {
      try {
        await configuration()
      } catch (error) {
        const why = error as ProviderFault
        const code = (why.cause as { code?: string } | undefined)?.code
        // A document that speaks for another issuer will not become right by waiting.
        if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') throw new Error(`PROVIDERS: ${settings.name}: ${why.message}`)
        log.warn(
          { provider: settings.name, why: why.message },
          'the identity provider does not answer; signing in with it will not work until it does',
        )
      }
    },
  }
}

function refuseLoose({ aud, iat }: oauth.IDToken): void {
  if (Array.isArray(aud) && aud.length > 1) throw new ProviderFault('rejected', 'the id_token is meant for others too')
  const now = Date.now() / 1000
  if (iat < now - OLDEST_TOKEN_SECONDS || iat > now + AHEAD_SECONDS)
    throw new ProviderFault('rejected', 'the id_token was not made just now')
}
