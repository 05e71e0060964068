// The OAuth clients. The list is fixed; there is no dynamic registration.

export type ClientId = 'field-mobile' | 'projectory-mobile' | 'projectory-web' | 'projectory-dev'
export type SignInClient = {
  id: ClientId
  redirectUris: string[]
  needsPkce: boolean
  hasCookie: boolean
  accessSeconds: number
  idleSeconds: number
  absoluteSeconds: number
}
export type ClientSettings = {
  publicUrl: string
  webOrigins: string[]
  mobileRedirectUris: string[] // of field clients: a start without parameters redirects to the first
  isProduction: boolean
  isFieldClientOn: boolean
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

// The field client stays listed when it is switched off: its sessions can still be refreshed, only new sign-ins are refused.
export function signInClients({ publicUrl, webOrigins, mobileRedirectUris, isProduction }: ClientSettings): SignInClient[] {
  const claimed = publicUrl.startsWith('https://') ? [`${withoutSlash(publicUrl)}/app/signed-in`] : []
  const withPkce = { needsPkce: true, hasCookie: false, accessSeconds: 10 * MINUTE }
  const clients: SignInClient[] = [
    {
      id: 'field-mobile',
      redirectUris: mobileRedirectUris.slice(0, 1),
      needsPkce: false,
      hasCookie: false,
      accessSeconds: 8 * HOUR, // the field client does not refresh while it runs
      idleSeconds: 30 * DAY,
      absoluteSeconds: 180 * DAY,
    },
    {
      id: 'projectory-mobile',
      redirectUris: [...claimed, 'org.projectory.app:/signed-in', ...mobileRedirectUris.slice(1)],
      ...withPkce,
      idleSeconds: 30 * DAY,
      absoluteSeconds: 180 * DAY,
    },
    {
      id: 'projectory-web',
      redirectUris: webOrigins.map((origin) => `${withoutSlash(origin)}/signin/done`),
      ...withPkce,
      hasCookie: true,
      idleSeconds: 7 * DAY,
      absoluteSeconds: 30 * DAY,
    },
  ]
  if (isProduction) return clients
  const loopback = ['http://127.0.0.1/cb', 'http://[::1]/cb']
  return [...clients, { id: 'projectory-dev', redirectUris: loopback, ...withPkce, idleSeconds: DAY, absoluteSeconds: 7 * DAY }]
}

// Compared as strings (RFC 6749 3.1.2.3): a parser would normalise different spellings.
function withoutLoopbackPort(uri: string): string {
  const [, host, port, path] = /^(http:\/\/(?:127\.0\.0\.1|\[::1\])):([1-9]\d*)(\/.*)$/.exec(uri) ?? []
  return Number(port) <= 65535 ? `${host}${path}` : uri
}

const isRegistered = ({ id, redirectUris }: SignInClient, uri: string): boolean =>
  redirectUris.includes(uri) || (id === 'projectory-dev' && redirectUris.includes(withoutLoopbackPort(uri)))

// The field client sends no redirect_uri, so none selects it: otherwise a start could avoid PKCE (downgrade).
export const clientOfRedirect = (clients: SignInClient[], redirectUri: string): SignInClient | undefined =>
  clients.find((client) => client.id !== 'field-mobile' && isRegistered(client, redirectUri))

const schemeOf = (uri: string): string | undefined => /^([a-z][a-z0-9+.-]*):/i.exec(uri)?.[1]?.toLowerCase()

export function isCustomScheme(redirectUri: string): boolean {
  const scheme = schemeOf(redirectUri)
  return scheme !== undefined && scheme !== 'http' && scheme !== 'https'
}

const dangerousSchemes = ['javascript', 'data', 'file', 'vbscript', 'blob', 'about']

// The error in a configured redirect URI, as the end of the sentence "the address …"; null = valid.
export function whyNotRedirectUri(uri: string, isGrandfathered: boolean): string | null {
  if (/[^\x21-\x7e]/.test(uri)) return 'has characters other than visible ASCII'
  if (uri.includes('\\')) return 'has a backslash'
  if (uri.includes('#')) return 'has a fragment'
  const scheme = schemeOf(uri)
  if (scheme === undefined) return 'has no scheme'
  if (dangerousSchemes.includes(scheme)) return `has the scheme ${scheme}`
  const authority = /^[^:]+:\/\/([^/?]*)/.exec(uri)?.[1]
  if (authority?.includes('@')) return 'has a user name'
  if (!URL.canParse(uri)) return 'is not a complete URL'
  if (isCustomScheme(uri)) return scheme.includes('.') || isGrandfathered ? null : 'has a scheme without a dot'
  if (!authority) return 'is not a complete URL'
  if (scheme === 'http' && !/^(?:127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(authority)) return 'is http but not 127.0.0.1 or [::1]'
  return null
}
