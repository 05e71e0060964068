// The clients people sign in with. The list is fixed: nobody can register another one.

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
  mobileRedirectUris: string[] // of apps in the field: the first is where a start without parameters leads
  isProduction: boolean
  isFieldClientOn: boolean
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

// The field client stays listed when it is switched off: sessions it already has can still be refreshed, only its start is refused.
export function signInClients({ publicUrl, webOrigins, mobileRedirectUris, isProduction }: ClientSettings): SignInClient[] {
  const claimed = publicUrl.startsWith('https://') ? [`${withoutSlash(publicUrl)}/app/signed-in`] : []
  const withPkce = { needsPkce: true, hasCookie: false, accessSeconds: 10 * MINUTE }
  const clients: SignInClient[] = [
    {
      id: 'field-mobile',
      redirectUris: mobileRedirectUris.slice(0, 1),
      needsPkce: false,
      hasCookie: false,
      accessSeconds: 8 * HOUR, // it never refreshes during a run
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

// Compared as text: a parser would take two spellings for one address.
function withoutLoopbackPort(uri: string): string {
  const [, host, port, path] = /^(http:\/\/(?:127\.0\.0\.1|\[::1\])):([1-9]\d*)(\/.*)$/.exec(uri) ?? []
  return Number(port) <= 65535 ? `${host}${path}` : uri
}

const isRegistered = ({ id, redirectUris }: SignInClient, uri: string): boolean =>
  redirectUris.includes(uri) || (id === 'projectory-dev' && redirectUris.includes(withoutLoopbackPort(uri)))

// The field client names no address, so no address leads to it: otherwise a start with PKCE could choose the client without.
export const clientOfRedirect = (clients: SignInClient[], redirectUri: string): SignInClient | undefined =>
  clients.find((client) => client.id !== 'field-mobile' && isRegistered(client, redirectUri))

const schemeOf = (uri: string): string | undefined => /^([a-z][a-z0-9+.-]*):/i.exec(uri)?.[1]?.toLowerCase()

export function isCustomScheme(redirectUri: string): boolean {
  const scheme = schemeOf(redirectUri)
  return scheme !== undefined && scheme !== 'http' && scheme !== 'https'
}

const dangerousSchemes = ['javascript', 'data', 'file', 'vbscript', 'blob', 'about']

// Why a configured address cannot be used, in words that continue "the address …"; null = it can.
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
