import type { ProviderSettings } from '#auth/provider/settings.ts'
import type { Language } from '#contract/language.ts'
import type { NotificationKind, When } from '#contract/notification.ts'
import type { AnySql, Sql } from '#database/sql.ts'
import {
  accessByGroups,
  isAllowed,
  isBootstrapAdministrator,
  isPossibleDuplicate,
  personToLink,
  proposedLogins,
} from '#rules/sign-in/admission.ts'
import type { ProviderClaims } from '#rules/sign-in/claims.ts'
import { type AuditEvent, insertAudit } from '#store/audit/insert.ts'
import { insertDefaultChoices } from '#store/mail/notification.ts'
import { lockResponsibilities } from '#store/person/responsibility.ts'
import {
  countAdministrators,
  findPersonByIdentity,
  type IdentifiedPerson,
  insertIdentity,
  insertPerson,
  listPeopleByImportEmail,
  lockAdministrators,
  setInitialLanguage,
  updateAccess,
  updateIdentity,
  updateImportedPerson,
} from '#store/session/sign-in.ts'

export type Admitted = { personId: number; hasNewAccess: boolean } | { refusal: 'not_allowed' | 'account_disabled' }
type About = Pick<AuditEvent, 'network' | 'agent' | 'requestId' | 'clientId'>
type SignIn = {
  settings: ProviderSettings
  claims: ProviderClaims
  bootstrap: string[]
  language: Language | null
  notifications: Partial<Record<NotificationKind, When>> // of new accounts
  now: Date
  about: About
}

class IdentityConflict extends Error {}

// Maps a provider's claims to a person. An existing identity always signs in; a new one only if it is on the allow-list, linked to the
// imported person or as a new one. A refusal writes nothing but an audit record.
export async function admit(sql: Sql, signIn: SignIn): Promise<Admitted> {
  for (const isLast of [false, true]) {
    try {
      return (await sql.begin((sql) => admitOnce(sql, signIn))) as Admitted
    } catch (error) {
      // Two concurrent first sign-ins of one person: the other one inserted the identity, so the second try finds it.
      if (isLast || !(error instanceof IdentityConflict)) throw error
    }
  }
  throw new Error('not reached')
}

async function admitOnce(sql: AnySql, signIn: SignIn): Promise<Admitted> {
  const { settings, claims, now, about } = signIn
  const identity = {
    provider: settings.name,
    issuer: settings.identityIssuer,
    subject: claims.subject,
    email: claims.email,
    isEmailVerified: claims.isEmailVerified,
    now,
  }
  const existing = await findPersonByIdentity(sql, identity.issuer, identity.subject)
  const refusal = existing ? (existing.isActive ? null : 'account_disabled') : isAllowed(claims, settings.allow) ? null : 'not_allowed'
  if (refusal) {
    await insertAudit(sql, {
      ...about,
      at: now,
      action: 'authn_login_fail',
      outcome: 'failure',
      actorId: existing?.id,
      code: refusal,
      detail: { provider: settings.name },
    })
    return { refusal }
  }
  if (existing) await updateIdentity(sql, identity)
  const personId = existing?.id ?? (await linkOrCreatePerson(sql, signIn))
  if (!existing) {
    await insertDefaultChoices(sql, personId, signIn.notifications)
    if (!(await insertIdentity(sql, { ...identity, personId }))) throw new IdentityConflict()
    await insertAudit(sql, {
      ...about,
      at: now,
      action: 'identity_linked',
      actorId: personId,
      target: `person ${personId}`,
      detail: { provider: settings.name },
    })
  }
  const hasNewAccess = await adjustAccess(sql, signIn, personId, existing)
  if (signIn.language !== null) await setInitialLanguage(sql, personId, signIn.language)
  return { personId, hasNewAccess }
}

async function linkOrCreatePerson(sql: AnySql, { settings, claims, now, about }: SignIn): Promise<number> {
  const imported = claims.email === null ? [] : await listPeopleByImportEmail(sql, claims.email.toLowerCase())
  const person = { ...claims, avatar: claims.picture }
  const link = personToLink(claims, settings.authoritativeFor, imported)
  if (link !== null) {
    await updateImportedPerson(sql, link, person)
    return link
  }
  for (const login of proposedLogins(claims)) {
    const id = await insertPerson(sql, { ...person, login })
    if (id === undefined) continue
    await insertAudit(sql, { ...about, at: now, action: 'user_created', actorId: id, target: `person ${id}` })
    if (isPossibleDuplicate(claims, imported))
      await insertAudit(sql, {
        ...about,
        at: now,
        action: 'user_possible_duplicate',
        target: `person ${id}`,
        detail: { of: imported[0]!.id },
      })
    return id
  }
  throw new Error('not reached')
}

// Group claims may grant or revoke access at each sign-in; the first administrator is named in the configuration.
async function adjustAccess(
  sql: AnySql,
  { settings, claims, bootstrap, now, about }: SignIn,
  personId: number,
  existing?: IdentifiedPerson,
): Promise<boolean> {
  const byGroups = accessByGroups(claims, settings.access)
  if (byGroups === null && !isBootstrapAdministrator(settings.name, claims, bootstrap)) return false
  await lockAdministrators(sql)
  const administrators = await countAdministrators(sql)
  const isFirst = administrators === 0 && isBootstrapAdministrator(settings.name, claims, bootstrap)
  const newAccess = isFirst ? 'administrator' : byGroups
  // Groups demote an administrator only where they also appoint administrators, and never the last one.
  const staysAdministrator = existing?.access === 'administrator' && (administrators === 1 || !settings.access?.administrator?.length)
  if (newAccess === null || (staysAdministrator && newAccess !== 'administrator')) return false
  if (newAccess === 'member') await lockResponsibilities(sql, [personId]) // before the person, as everywhere
  const before = await updateAccess(sql, personId, newAccess)
  if (before === undefined) return false
  const action = newAccess === 'member' || before === 'administrator' ? 'role_revoked' : 'role_granted'
  await insertAudit(sql, {
    ...about,
    at: now,
    action,
    target: `person ${personId}`,
    detail: { before, after: newAccess, by: isFirst ? 'bootstrap' : 'groups' },
  })
  return true
}
