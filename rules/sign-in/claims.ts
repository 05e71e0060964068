import { cleanName, readName } from '#rules/text/text.ts'

// Normalises the claims of identity providers.

export type Flavour = 'oidc' | 'google' | 'entra' | 'github'
export type ProviderClaims = {
  subject: string
  email: string | null
  isEmailVerified: boolean
  login: string | null
  name: string
  surname: string
  patronymic: string
  githubLogin: string | null
  picture: string | null
  tenant: string | null
  hostedDomain: string | null
  organisations: string[]
  groups: string[]
}
export type ClaimSettings = { trustEmail: boolean; groupsClaim: string; pictureHosts: string[] }
type Claims = Record<string, unknown>

export const defaultPictureHosts = ['avatars.githubusercontent.com', 'lh3.googleusercontent.com']

const LIST_MAX = 200
const LONGEST_PICTURE = 500
const LONGEST_DOMAIN = 1000 // before it is converted to ASCII, which takes quadratic time

const flavourOfHost = new Map<string, Flavour>([
  ['accounts.google.com', 'google'],
  ['login.microsoftonline.com', 'entra'],
  ['login.microsoftonline.us', 'entra'],
  ['login.partner.microsoftonline.cn', 'entra'],
])

export function flavourOf(kind: 'oidc' | 'github', issuer: string): Flavour {
  if (kind === 'github') return 'github'
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  return (url?.protocol === 'https:' && flavourOfHost.get(url.host)) || 'oidc'
}

// Canonical host name: lower case, ASCII (punycode), no trailing dot, at least two labels; null = invalid.
export function asciiDomain(text: string): string | null {
  // These would be parsed as a path, a port or an escape.
  if (text.length > LONGEST_DOMAIN || /[\s\p{Cc}/?#:@\\%[\]]/u.test(text)) return null
  const address = `http://${text.replace(/\.$/, '')}`
  if (!URL.canParse(address)) return null
  const host = new URL(address).hostname
  // Full-width letters, ligatures etc. fold to another ASCII name: spoofing.
  if (/\P{ASCII}/u.test(text) && !host.includes('xn--')) return null
  const label = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/
  return host.length <= 253 && label.test(host) ? host : null
}

// Stricter than the standard: no quoted local part, nothing but ASCII before the @, so that folding its case is safe.
export function readEmail(value: unknown): string | null {
  const [local = '', domain = '', ...more] = typeof value === 'string' ? value.split('@') : []
  if (more.length > 0 || !/^[\w.!#$%&'*+/=?^`{|}~-]{1,64}$/.test(local) || /^\.|\.\.|\.$/.test(local)) return null
  const host = asciiDomain(domain)
  const email = `${local}@${host}`
  return host !== null && email.length <= 254 ? email : null
}

const nameIn = (value: unknown): string => (typeof value === 'string' ? cleanName(value) : '')

const PATRONYMIC = /(?:ич|вна|чна)$/iu

function splitName(full: string): Pick<ProviderClaims, 'name' | 'surname' | 'patronymic'> {
  const words = full.split(' ').filter((word) => readName(word) !== null) // joiners alone are invisible
  const [first = '', second = '', third = ''] = words
  if (words.length === 3 && PATRONYMIC.test(second)) return { name: first, patronymic: second, surname: third }
  if (words.length === 3 && PATRONYMIC.test(third)) return { surname: first, name: second, patronymic: third }
  return { name: first, surname: words.slice(1).join(' '), patronymic: '' }
}

function pictureOf(value: unknown, hosts: string[]): string | null {
  if (typeof value !== 'string' || value.length > LONGEST_PICTURE || !URL.canParse(value)) return null
  const url = new URL(value)
  const isPlain = url.protocol === 'https:' && url.username === '' && url.password === ''
  return isPlain && hosts.includes(url.host) && url.href.length <= LONGEST_PICTURE ? url.href : null
}

// Some providers send a single group as a string.
const groupsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((group) => typeof group === 'string' && group !== '').slice(0, LIST_MAX)

const subjectOf = (value: unknown): string | null => (typeof value === 'string' && /^[^\p{Cc}\p{Cs}]{1,255}$/u.test(value) ? value : null)

// Tenant and object id: Entra's "sub" differs per application, and its addresses and user names are reassigned.
function entraSubject({ tid, oid }: Claims): string | null {
  const isPart = (part: unknown) => typeof part === 'string' && /^[\w-]{1,64}$/.test(part)
  return isPart(tid) && isPart(oid) ? `${tid}/${oid}`.toLowerCase() : null
}

function isVerified(email: string, source: Claims, flavour: Flavour, trustEmail: boolean): boolean {
  if (source.email_verified === false) return false
  // Entra sends xms_edov as true or "1". trustEmail applies only when the claim is absent.
  if (flavour === 'entra') return source.xms_edov === undefined ? trustEmail : [true, 1, '1'].includes(source.xms_edov as string)
  if (source.email_verified !== true) return false
  // Google is authoritative for its own mail and hosted domains; other addresses may have been reassigned.
  if (flavour === 'google') return /@(?:gmail|googlemail)\.com$/.test(email) || hostedDomainOf(source) !== null
  return trustEmail
}

const hostedDomainOf = (source: Claims): string | null => (typeof source.hd === 'string' ? asciiDomain(source.hd) : null)

export function claimsFromOidc(flavour: Flavour, idToken: Claims, userinfo: Claims | null, settings: ClaimSettings): ProviderClaims | null {
  const subject = flavour === 'entra' ? entraSubject(idToken) : subjectOf(idToken.sub)
  if (subject === null) return null
  const more: Claims = userinfo !== null && userinfo.sub === idToken.sub ? userinfo : {} // OIDC Core 5.3.2: `sub` must match
  const claim = (name: string): unknown => idToken[name] ?? more[name]
  // `email` and `email_verified` must come from the same document.
  const source = typeof idToken.email === 'string' ? idToken : more
  const email = readEmail(source.email)
  const name = nameIn(claim('given_name'))
  const surname = nameIn(claim('family_name'))
  const names = name || surname ? { name, surname, patronymic: nameIn(claim('middle_name')) } : splitName(nameIn(claim('name')))
  return {
    subject,
    email,
    isEmailVerified: email !== null && isVerified(email, source, flavour, settings.trustEmail),
    login: nameIn(claim('preferred_username')) || null,
    ...names,
    githubLogin: null,
    picture: pictureOf(claim('picture'), settings.pictureHosts),
    tenant: flavour === 'entra' ? (subject.split('/')[0] as string) : null,
    hostedDomain: flavour === 'google' ? hostedDomainOf(idToken) : null,
    organisations: [],
    groups: groupsOf(claim(settings.groupsClaim)),
  }
}

const isClaims = (value: unknown): value is Claims => typeof value === 'object' && value !== null
const listOf = (value: unknown): Claims[] => (Array.isArray(value) ? value.filter(isClaims) : [])

/** The name of a GitHub account or organisation; enterprise names contain an underscore. */
export const readGithubName = (value: unknown): string | null =>
  typeof value === 'string' && /^[\w-]{1,100}$/.test(value) && /[a-z\d]/i.test(value) ? value : null

export function claimsFromGithub(user: unknown, emails: unknown, organisations: unknown, settings: ClaimSettings): ProviderClaims | null {
  // Never the login: GitHub reassigns freed logins.
  if (!isClaims(user) || !Number.isSafeInteger(user.id) || (user.id as number) <= 0) return null
  const email = readEmail(listOf(emails).find(({ primary, verified }) => primary === true && verified === true)?.email)
  const login = readGithubName(user.login)
  return {
    subject: String(user.id),
    email,
    isEmailVerified: email !== null,
    login,
    ...splitName(nameIn(user.name)),
    githubLogin: login,
    picture: pictureOf(user.avatar_url, settings.pictureHosts),
    tenant: null,
    hostedDomain: null,
    organisations: listOf(organisations)
      .map((organisation) => readGithubName(organisation.login)?.toLowerCase())
      .filter((name) => name !== undefined)
      .slice(0, LIST_MAX),
    groups: [],
  }
}
