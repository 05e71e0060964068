// Who may come in, and as whom.

import { asciiDomain, readEmail, type Said } from './claims.ts'

export type Access = 'member' | 'curator' | 'administrator'
export type AllowList = {
  everyone?: boolean
  domains?: string[]
  emails?: string[]
  tenants?: string[]
  hostedDomains?: string[]
  githubOrganisations?: string[]
  groups?: string[]
}
// Someone an administrator imported before they ever signed in. The contact address people edit themselves is not here on purpose:
// whoever could write it would receive the next person's account.
export type Candidate = { id: number; importEmail: string; isClaimed: boolean; access: Access; isActive: boolean }
export type GroupMap = { curator?: string[]; administrator?: string[] }

// Case is folded in both parts; read addresses are ASCII, so no two different letters fall together.
const mailKey = (email: string | null): string | null => readEmail(email)?.toLowerCase() ?? null
const domainOf = (email: string): string => email.slice(email.indexOf('@') + 1)
const sameWord = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

// "uni.example" is that domain alone, ".uni.example" every domain below it.
function isListedDomain(domain: string, entries: string[] = []): boolean {
  return entries.some((entry) => {
    if (!entry.startsWith('.')) return asciiDomain(entry) === domain
    const below = asciiDomain(`x${entry}`)?.slice(1)
    return below !== undefined && domain.endsWith(below)
  })
}

export function isAllowed(said: Said, allow: AllowList): boolean {
  if (allow.everyone === true) return true
  const email = said.isEmailVerified ? mailKey(said.email) : null
  const { tenant, hostedDomain } = said
  return (
    (email !== null && isListedDomain(domainOf(email), allow.domains)) ||
    (email !== null && (allow.emails ?? []).some((entry) => mailKey(entry) === email)) ||
    (tenant !== null && (allow.tenants ?? []).some((entry) => sameWord(entry, tenant))) ||
    (hostedDomain !== null && (allow.hostedDomains ?? []).some((entry) => asciiDomain(entry) === hostedDomain)) ||
    (allow.githubOrganisations ?? []).some((entry) => said.organisations.some((organisation) => sameWord(entry, organisation))) ||
    (allow.groups ?? []).some((entry) => said.groups.includes(entry))
  )
}

const importedAs = (email: string, candidates: Candidate[]): Candidate[] =>
  candidates.filter(({ importEmail }) => mailKey(importEmail) === email)

// The imported person this newcomer is, when nothing speaks against it; null = make a new one.
export function personToLink(said: Said, authoritativeFor: string[], candidates: Candidate[]): number | null {
  const email = said.isEmailVerified ? mailKey(said.email) : null
  if (email === null || !isListedDomain(domainOf(email), authoritativeFor)) return null
  const [person, ...others] = importedAs(email, candidates)
  if (person === undefined || others.length > 0) return null
  return !person.isClaimed && person.isActive && person.access === 'member' ? person.id : null
}

// Worth a curator's look after a new person was made. An unverified address is enough for that: nothing is given away.
export function isPossibleDuplicate(said: Said, candidates: Candidate[]): boolean {
  const email = mailKey(said.email)
  return email !== null && importedAs(email, candidates).length > 0
}

const LOGIN_MAX = 60
export const isLogin = (text: string): boolean => text.length <= LOGIN_MAX && /^[a-z0-9][a-z0-9._-]*$/.test(text)

const cyrillic = 'абвгдежзийклмнопрстуфхцчшщъыьэюяєіїґў'
const latin = 'a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch  y  e yu ya ye i yi g u'.split(' ')

const asLogin = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFC')
    .replaceAll('ё', 'е')
    .replace(/\p{Script=Cyrillic}/gu, (letter) => latin[cyrillic.indexOf(letter)] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
    .slice(0, LOGIN_MAX)
    .replace(/[._-]+$/, '')

// Without end: the first one that nobody has is taken.
export function* proposedLogins(said: Said): Generator<string, never> {
  // Of an address, written as a login too, the part before the @ and before a +tag.
  const mailbox = (text: string | null) => text?.split(/[@+]/)[0] ?? ''
  const sources = [mailbox(said.login), mailbox(said.email), [said.name, said.surname].join('.')]
  const login = sources.map(asLogin).find((text) => text !== '') ?? 'person'
  yield login
  for (let number = 2; ; number++) yield `${login.slice(0, LOGIN_MAX - 1 - String(number).length)}-${number}`
}

// The access a provider's groups give; null = groups say nothing here and access stays as it is.
export function accessByGroups(said: Said, map: GroupMap | undefined): Access | null {
  const { curator = [], administrator = [] } = map ?? {}
  if (curator.length + administrator.length === 0) return null
  const isIn = (groups: string[]) => groups.some((group) => said.groups.includes(group))
  if (isIn(administrator)) return 'administrator'
  return isIn(curator) ? 'curator' : 'member'
}

// By provider and subject, never by address: "github:583231", "entra:<tid>/<oid>".
export const isBootstrapAdministrator = (provider: string, said: Said, listed: string[]): boolean =>
  listed.includes(`${provider}:${said.subject}`)
