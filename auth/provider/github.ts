import * as oauth from 'openid-client'
import { claimsFromGithub } from '#rules/sign-in/claims.ts'
import { authorizationParameters, type Fetch, faultOf, type Provider, ProviderFault, reachable, requestSettings } from './provider.ts'
import type { ProviderSettings } from './settings.ts'

// GitHub is plain OAuth 2: no discovery, no id_token. The subject is the numeric id from its API, never the login, which can be released and
// taken by another user. GitHub Enterprise has the same API at its own address.
export function createGithubProvider(settings: ProviderSettings, fetch: Fetch = globalThis.fetch as Fetch): Provider {
  const { issuer, client } = settings
  const api = issuer === 'https://github.com' ? 'https://api.github.com' : `${issuer}/api/v3`
  const server = { issuer, authorization_endpoint: `${issuer}/login/oauth/authorize`, token_endpoint: `${issuer}/login/oauth/access_token` }
  const config = new oauth.Configuration(server, client.id, client.secret, oauth.ClientSecretPost(client.secret))
  if (issuer.startsWith('http:')) oauth.allowInsecureRequests(config)
  config[oauth.customFetch] = reachable(fetch) as oauth.CustomFetch
  config.timeout = requestSettings.timeout

  async function read(accessToken: string, path: string): Promise<unknown> {
    const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'projectory' })
    const response = await oauth.fetchProtectedResource(config, accessToken, new URL(api + path), 'GET', undefined, headers)
    if (response.status !== 200) throw new ProviderFault('rejected', `${path} answered ${response.status}`)
    return response.json()
  }

  return {
    settings,
    async begin(start) {
      const { nonce, ...parameters } = await authorizationParameters(start, settings.scope)
      return oauth.buildAuthorizationUrl(config, parameters)
    },
    async finish(callback, { state, verifier }) {
      try {
        const { access_token } = await oauth.authorizationCodeGrant(config, callback, { expectedState: state, pkceCodeVerifier: verifier })
        const needsOrganisations = (settings.allow.githubOrganisations ?? []).length > 0
        const [user, emails, organisations] = await Promise.all([
          read(access_token, '/user'),
          read(access_token, '/user/emails'),
          needsOrganisations ? read(access_token, '/user/orgs') : [],
        ])
        const claims = claimsFromGithub(user, emails, organisations, settings)
        if (!claims) throw new ProviderFault('rejected', 'GitHub returned no usable id')
        return { claims, authTime: null }
      } catch (error) {
        throw faultOf(error)
      }
    },
    async prepare() {},
  }
}
