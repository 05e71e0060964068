import type { Language } from '#contract/errors.ts'
import { accessByGroups, isAllowed, isBootstrapAdministrator, isPossibleDuplicate, personToLink, proposedLogins } from '#rules/admission.ts'
import type { Said } from '#rules/claims.ts'
import { type AuditEvent, insertAudit } from '#store/audit.ts'
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
} from '#store/sign-in.ts'
import type { AnySql, Sql } from '#store/sql.ts'
import type { ProviderSettings } from './provider-settings.ts'

export type Admitted = { personId: number; hasNewAccess: boolean } | { refusal: 'not_allowed' | 'account_disabled' }
type About = Pick<AuditEvent, 'network' | 'agent' | 'requestId' | 'clientId'>
type Arrival = { settings: ProviderSettings; said: Said; bootstrap: string[]; language: Language | null; now: Date; about: About }

class Overtaken extends Error {}

// Who somebody is here, by what their provider says. Known people come in; newcomers only if they are on the list, as the person they were
// imported as or as a new one. Whoever is refused leaves no trace but the audit.
export async function admit(sql: Sql, arrival: Arrival): Promise<Admitted> {
  for (const isLast of [false, true]) {
    try {
      return (await sql.begin((sql) => admitOnce(sql, arrival))) as Admitted
    } catch (error) {
      // Two first sign-ins of one person at once: the other one made the identity, so now it is known.
      if (isLast || !(error instanceof Overtaken)) throw error
    }
  }
  throw new Error('not reached')
}

async function admitOnce(sql: AnySql, arrival: Arrival): Promise<Admitted> {
  const { settings, said, now, about } = arrival
  const identity = {
    provider: settings.name,
    issuer: settings.identityIssuer,
    subject: said.subject,
    email: said.email,
    isEmailVerified: said.isEmailVerified,
    now,
  }
  const known = await findPersonByIdentity(sql, identity.issuer, identity.subject)
  const refusal = known ? (known.isActive ? null : 'account_disabled') : isAllowed(said, settings.allow) ? null : 'not_allowed'
  if (refusal) {
    await insertAudit(sql, {
      ...about,
      at: now,
      action: 'authn_login_fail',
      outcome: 'failure',
      actorId: known?.id,
      code: refusal,
      detail: { provider: settings.name },
    })
    return { refusal }
  }
  if (known) await updateIdentity(sql, identity)
  const personId = known?.id ?? (await welcome(sql, arrival))
  if (!known) {
    if (!(await insertIdentity(sql, { ...identity, personId }))) throw new Overtaken()
    await insertAudit(sql, {
      ...about,
      at: now,
      action: 'identity_linked',
      actorId: personId,
      target: `person ${personId}`,
      detail: { provider: settings.name },
    })
  }
  if (arrival.language !== null) await setInitialLanguage(sql, personId, arrival.language)
  return { personId, hasNewAccess: await adjustAccess(sql, arrival, personId, known) }
}

async function welcome(sql: AnySql, { settings, said, now, about }: Arrival): Promise<number> {
  const imported = said.email === null ? [] : await listPeopleByImportEmail(sql, said.email.toLowerCase())
  const person = { ...said, avatar: said.picture }
  const link = personToLink(said, settings.authoritativeFor, imported)
  if (link !== null) {
    await updateImportedPerson(sql, link, person)
    return link
  }
  for (const login of proposedLogins(said)) {
    const id = await insertPerson(sql, { ...person, login })
    if (id === undefined) continue
    await insertAudit(sql, { ...about, at: now, action: 'user_created', actorId: id, target: `person ${id}` })
    if (isPossibleDuplicate(said, imported))
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

// Groups at the provider may give or take access at each sign-in; the first administrator is named in the configuration.
async function adjustAccess(
  sql: AnySql,
  { settings, said, bootstrap, now, about }: Arrival,
  personId: number,
  known?: IdentifiedPerson,
): Promise<boolean> {
  const byGroups = accessByGroups(said, settings.access)
  if (byGroups === null && !isBootstrapAdministrator(settings.name, said, bootstrap)) return false
  await lockAdministrators(sql)
  const administrators = await countAdministrators(sql)
  const isFirst = administrators === 0 && isBootstrapAdministrator(settings.name, said, bootstrap)
  const wanted = isFirst ? 'administrator' : byGroups
  // An administrator is only demoted by groups that also appoint them, and never the last one.
  const staysAdministrator = known?.access === 'administrator' && (administrators === 1 || !settings.access?.administrator?.length)
  if (wanted === null || (staysAdministrator && wanted !== 'administrator')) return false
  const before = await updateAccess(sql, personId, wanted)
  if (before === undefined) return false
  const action = wanted === 'member' || before === 'administrator' ? 'role_revoked' : 'role_granted'
  await insertAudit(sql, {
    ...about,
    at: now,
    action,
    target: `person ${personId}`,
    detail: { before, after: wanted, by: isFirst ? 'bootstrap' : 'groups' },
  })
  return true
}
