// Admission: allow list, account linking and access by groups.

import { normalised } from '#rules/text/text.ts'
import { asciiDomain, type ProviderClaims, readEmail } from './claims.ts'

export type Access = 'member' | 'curator' | 'administrator'
export const isCurator = (access: Access | null): boolean => access === 'curator' || access === 'administrator'
export type AllowList = {
  everyone?: boolean
  domains?: string[]
  emails?: string[]
  tenants?: string[]
  hostedDomains?: string[]
  githubOrganisations?: string[]
  groups?: string[]
}
// A person imported before the first sign-in. Matched by the imported address only: the contact address can be edited by its owner, so
// matching it would let one person take over the account of another.
export type Candidate = { id: number; importEmail: string; isClaimed: boolean; access: Access; isActive: boolean }
export type GroupMap = { curator?: string[]; administrator?: string[] }

// Case is folded in both parts. readEmail returns ASCII only, so folding cannot make different addresses equal.
const mailKey = (email: string | null): string | null => readEmail(email)?.toLowerCase() ?? null
const domainOf = (email: string): string => email.slice(email.indexOf('@') + 1)
const equalsIgnoreCase = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

// "uni.example" matches that domain only, ".uni.example" its subdomains.
function isListedDomain(domain: string, entries: string[] = []): boolean {
  return entries.some((entry) => {
    if (!entry.startsWith('.')) return asciiDomain(entry) === domain
    const below = asciiDomain(`x${entry}`)?.slice(1)
    return below !== undefined && domain.endsWith(below)
  })
}

export function isAllowed(claims: ProviderClaims, allow: AllowList): boolean {
  if (allow.everyone === true) return true
  const email = claims.isEmailVerified ? mailKey(claims.email) : null
  const { tenant, hostedDomain } = claims
  return (
    (email !== null && isListedDomain(domainOf(email), allow.domains)) ||
    (email !== null && (allow.emails ?? []).some((entry) => mailKey(entry) === email)) ||
    (tenant !== null && (allow.tenants ?? []).some((entry) => equalsIgnoreCase(entry, tenant))) ||
    (hostedDomain !== null && (allow.hostedDomains ?? []).some((entry) => asciiDomain(entry) === hostedDomain)) ||
    (allow.githubOrganisations ?? []).some((entry) => claims.organisations.some((organisation) => equalsIgnoreCase(entry, organisation))) ||
    (allow.groups ?? []).some((entry) => claims.groups.includes(entry))
  )
}

const importedAs = (email: string, candidates: Candidate[]): Candidate[] =>
  candidates.filter(({ importEmail }) => mailKey(importEmail) === email)

// The imported person to link to this identity; null = create a new one.
export function personToLink(claims: ProviderClaims, authoritativeFor: string[], candidates: Candidate[]): number | null {
  const email = claims.isEmailVerified ? mailKey(claims.email) : null
  if (email === null || !isListedDomain(domainOf(email), authoritativeFor)) return null
  const [person, ...others] = importedAs(email, candidates)
  if (person === undefined || others.length > 0) return null
  return !person.isClaimed && person.isActive && person.access === 'member' ? person.id : null
}

// Flags a new person for curators. An unverified address is enough: this grants nothing.
export function isPossibleDuplicate(claims: ProviderClaims, candidates: Candidate[]): boolean {
  const email = mailKey(claims.email)
  return email !== null && importedAs(email, candidates).length > 0
}

const LOGIN_MAX = 60
export const isLogin = (text: string): boolean => text.length <= LOGIN_MAX && /^[a-z0-9][a-z0-9._-]*$/.test(text)

const cyrillic = 'абвгдежзийклмнопрстуфхцчшщъыьэюяєіїґў'
const latin = 'a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch  y  e yu ya ye i yi g u'.split(' ')

const asLogin = (text: string): string =>
  normalised(
    normalised(text.toLowerCase())
      .replaceAll('ё', 'е')
      .replace(/\p{Script=Cyrillic}/gu, (letter) => latin[cyrillic.indexOf(letter)] ?? ''),
    'NFKD',
  )
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
    .slice(0, LOGIN_MAX)
    .replace(/[._-]+$/, '')

// Infinite: the caller takes the first free one.
export function* proposedLogins(claims: Pick<ProviderClaims, 'login' | 'email' | 'name' | 'surname'>): Generator<string, never> {
  // Of an address (also as a login) the part before the @ and before a +tag.
  const mailbox = (text: string | null) => text?.split(/[@+]/)[0] ?? ''
  const sources = [mailbox(claims.login), mailbox(claims.email), [claims.name, claims.surname].join('.')]
  const login = sources.map(asLogin).find((text) => text !== '') ?? 'person'
  yield login
  for (let number = 2; ; number++) yield `${login.slice(0, LOGIN_MAX - 1 - String(number).length)}-${number}`
}

// Access by groups of the provider; null = no group mapping, access is unchanged.
export function accessByGroups(claims: ProviderClaims, map: GroupMap | undefined): Access | null {
  const { curator = [], administrator = [] } = map ?? {}
  if (curator.length + administrator.length === 0) return null
  const isIn = (groups: string[]) => groups.some((group) => claims.groups.includes(group))
  if (isIn(administrator)) return 'administrator'
  return isIn(curator) ? 'curator' : 'member'
}

// By provider and subject, never by address: "github:583231", "entra:<tid>/<oid>".
export const isBootstrapAdministrator = (provider: string, claims: ProviderClaims, listed: string[]): boolean =>
  listed.includes(`${provider}:${claims.subject}`)
