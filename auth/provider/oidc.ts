import * as oauth from 'openid-client'
import { claimsFromOidc, flavourOf } from '#rules/sign-in/claims.ts'
import { authorizationParameters, type Fetch, faultOf, type Provider, ProviderFault, reachable, requestSettings } from './provider.ts'
import type { ProviderSettings } from './settings.ts'

const MAX_TOKEN_AGE_SECONDS = 600 // a sign-in does not take longer
const CLOCK_SKEW_SECONDS = 60

// Any OpenID Connect provider: Entra ID, Keycloak, Google and others. Stricter than the library's defaults: the signature is always
// verified, only one audience is accepted, and no stale id_token.
export function createOidcProvider(
  settings: ProviderSettings,
  log: { warn(details: object, text: string): void },
  fetch: Fetch = globalThis.fetch as Fetch,
): Provider {
  const flavour = flavourOf('oidc', settings.issuer)
  let cached: Promise<oauth.Configuration> | null = null

  async function discover(): Promise<oauth.Configuration> {
    const { issuer, client } = settings
    const execute = [oauth.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [oauth.allowInsecureRequests] : [])]
    const options = { execute, [oauth.customFetch]: reachable(fetch), ...requestSettings }
    return oauth.discovery(new URL(issuer), client.id, client.secret, undefined, options as oauth.DiscoveryRequestOptions)
  }

  // Discovery is cached; a failure is not, so that the next sign-in retries.
  function configuration(): Promise<oauth.Configuration> {
    cached ??= discover().catch((error) => {
      cached = null
      const fault = faultOf(error)
      throw new ProviderFault('unavailable', `discovery of ${settings.issuer} failed: ${fault.message}`, error)
    })
    return cached
  }

  async function readUserinfo(config: oauth.Configuration, accessToken: string, idToken: oauth.IDToken) {
    if (idToken.email !== undefined || !config.serverMetadata().userinfo_endpoint) return null
    return oauth.fetchUserInfo(config, accessToken, idToken.sub)
  }

  return {
    settings,
    async begin(start) {
      const config = await configuration()
      return oauth.buildAuthorizationUrl(config, await authorizationParameters(start, settings.scope))
    },
    async finish(callback, { state, nonce, verifier }) {
      const config = await configuration()
      try {
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
        const tokens = await oauth.authorizationCodeGrant(config, callback, checks)
        const idToken = tokens.claims()!
        checkAudienceAndAge(idToken)
        const claims = claimsFromOidc(flavour, idToken, await readUserinfo(config, tokens.access_token, idToken), settings)
        if (!claims) throw new ProviderFault('rejected', 'the provider returned no usable subject')
        return { claims, authTime: typeof idToken.auth_time === 'number' ? new Date(idToken.auth_time * 1000) : null }
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
        // Issuer mismatch in the discovery document: a configuration error, retrying cannot help.
        if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') throw new Error(`PROVIDERS: ${settings.name}: ${why.message}`)
        log.warn(
          { provider: settings.name, why: why.message },
          'the identity provider does not respond; sign-in with it fails until it does',
        )
      }
    },
  }
}

function checkAudienceAndAge({ aud, iat }: oauth.IDToken): void {
  if (Array.isArray(aud) && aud.length > 1) throw new ProviderFault('rejected', 'the id_token has more than one audience')
  const now = Date.now() / 1000
  if (iat < now - MAX_TOKEN_AGE_SECONDS || iat > now + CLOCK_SKEW_SECONDS)
    throw new ProviderFault('rejected', 'the id_token is too old or from the future (iat)')
}
