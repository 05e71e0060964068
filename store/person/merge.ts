import { randomBytes } from 'node:crypto'
import type { MergedKey } from '#contract/console/person.ts'
import type { AnySql } from '#database/sql.ts'
import { mergeAnnouncements } from '#store/announcement/announcement.ts'
import { fullName, fullNameOrLogin } from '#store/fragments.ts'
import { mergeNotes } from '#store/note.ts'
import { mergeSaved } from '#store/project/saved.ts'
import type { Access } from '#store/session/session.ts'
import { lockAdministrators } from '#store/session/sign-in.ts'
import { setRoles } from '#store/team/member.ts'
import { anonymisePerson } from './delete.ts'
import { mergeJoining } from './joining-account.ts'
import { lockResponsibilities, moveResponsibilities } from './responsibility.ts'

// Merges duplicate accounts. Every foreign key to person must be listed here: a test compares the list with the database.

export const personReferences = {
  'member.person_id': 'moved',
  'auth.identity.person_id': 'moved',
  'file_version.created_by': 'moved',
  'request_transition.actor_id': 'moved',
  'pending_decision.actor_id': 'moved',
  'round.publisher_id': 'moved',
  'round_change.actor_id': 'moved',
  'round_draft.actor_id': 'moved',
  'project.curator_id': 'moved where the other is a curator',
  'request.reviewer_id': 'moved where the other is a curator',
  'question.person_id': 'moved',
  'question.answer_by': 'moved',
  'note.author_id': 'moved',
  'note_mention.person_id': 'moved',
  'request_message.author_id': 'moved',
  'outbox.person_id': 'moved', // only unsent emails; ended ones are deleted with the account
  'avatar.person_id': 'moved where the other has none',
  'notification.person_id': 'moved where the other has none',
  'announcement.author_id': 'moved',
  'import_email.author_id': 'moved',
  'import_email.ended_by': 'moved',
  'announcement.recalled_by': 'moved',
  'announcement_recipient.person_id': 'moved where the other has none',
  'application_digest.person_id': 'dropped',
  'saved_project.person_id': 'moved where the other has none',
  'saved_view.owner_id': 'moved',
  'project_bulk.person_id': 'dropped',
  'saved_reminder.person_id': 'moved, the later day remains',
  'team_invitation.created_by': 'moved',
  'person_invitation.person_id': 'moved where the other has none',
  'person_invitation.invited_by': 'moved',
  'join_request.person_id': 'moved where the other has none',
  'join_request.answered_by': 'moved',
  'leave_request.person_id': 'moved where the other has none',
  'leave_request.answered_by': 'moved',
  'pending_team_change.actor_id': 'moved',
  'person_joining.person_id': 'moved where the other has none',
  'email_change.person_id': 'dropped',
  'import_mapping.person_id': 'dropped',
  'auth.code.person_id': 'dropped',
  'auth.session.person_id': 'ended',
} as const

export type StoredSide = {
  id: number
  name: string
  isOpen: boolean
  access: Access
  email: string | null
  importEmail: string | null
  phone: string | null
  githubLogin: string | null
  patronymic: string
  language: string | null
  group: string | null
  hasPicture: boolean
  hasChoices: boolean
  places: { member: number; team: number; teamName: string; isAdministrator: boolean; roles: number[] }[]
  identities: number
  sessions: number
  files: number
}

export async function findSides(sql: AnySql, ids: number[], now: Date): Promise<StoredSide[]> {
  return sql<StoredSide[]>`
    select p.id, ${fullNameOrLogin(sql)} as name,
      p.disabled_at is null and p.deleted_at is null as "isOpen", p.access, p.email, p.import_email as "importEmail", p.phone,
      p.github_login as "githubLogin", p.patronymic, p.language, p.group_name as "group",
      p.avatar is not null or exists (select 1 from avatar v where v.person_id = p.id) as "hasPicture",
      exists (select 1 from notification n where n.person_id = p.id and n.choices <> '{}') as "hasChoices",
      coalesce((
        select json_agg(json_build_object('member', m.id, 'team', t.id, 'teamName', t.name, 'isAdministrator', m.is_administrator,
          'roles', array(select r.role_id from member_role r where r.member_id = m.id order by r.position, r.role_id)) order by t.name, t.id)
        from member m join team t on t.id = m.team_id where m.person_id = p.id), '[]') as places,
      (select count(*)::int from auth.identity i where i.person_id = p.id) as identities,
      (select count(*)::int from auth.session s
        where s.person_id = p.id and s.revoked_at is null and least(s.idle_until, s.ends_at) > ${now}) as sessions,
      (select count(distinct v.file_id)::int from file_version v where v.created_by = p.id) as files
    from person p where p.id = any(${ids}::int[])`
}

/** Lock order: projects, teams and requests before people. Administrators are locked too, so that at least one remains. */
export async function lockForMerge(sql: AnySql, ids: number[]): Promise<void> {
  await lockAdministrators(sql)
  await lockResponsibilities(sql, ids, { withTeams: true })
  await sql`
    select id from person where id = any(${ids}::int[]) or (access = 'administrator' and disabled_at is null) order by id for update`
}

/** Logins are unique: a merged account's login becomes available again. */
export const loginOfMerged = (id: number): string => `merged-${id}-${randomBytes(4).toString('hex')}`

export async function countOtherAdministrators(sql: AnySql, id: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from person where access = 'administrator' and disabled_at is null and id <> ${id}`
  return row!.count
}

export type StoredPlan = {
  takes: MergedKey[]
  places: { team: number; from: number; into: number | null; isAdministrator: boolean; roles: number[] }[]
}
export type Merging = { from: number; into: number; plan: StoredPlan; login: string; gone: string; now: Date }

/** The caller revokes the sessions. Audit log entries are not rewritten. */
export async function mergePerson(sql: AnySql, { from, into, plan, login, gone, now }: Merging): Promise<void> {
  await takeOver(sql, from, into, plan.takes, now)
  await mergeJoining(sql, from, into, now) // before the memberships: a trigger ends requests of people who are no members
  for (const membership of plan.places) await mergeMembership(sql, membership, into, now)
  await sql`update auth.identity set person_id = ${into} where person_id = ${from}`
  await sql`update file_version set created_by = ${into} where created_by = ${from}`
  await sql`update request_transition set actor_id = ${into} where actor_id = ${from}`
  await sql`update pending_decision set actor_id = ${into} where actor_id = ${from}`
  await mergeRoundActors(sql, from, into)
  await moveResponsibilities(sql, from, into)
  await sql`update question set person_id = ${into} where person_id = ${from}`
  await sql`update question set answer_by = ${into} where answer_by = ${from}`
  await mergeNotes(sql, from, into)
  await sql`update import_email set author_id = ${into} where author_id = ${from}`
  await sql`update import_email set ended_by = ${into} where ended_by = ${from}`
  await sql`update request_message set author_id = ${into} where author_id = ${from}`
  // An email that waits for both accounts is sent once: the other one is deleted with the account.
  await sql`
    update outbox set person_id = ${into}
    where person_id = ${from} and ended_at is null and not exists (
      select 1 from outbox same
      where same.person_id = ${into} and same.ended_at is null and same.kind = outbox.kind and same.data = outbox.data)`
  // Unsent emails whose data refers to the sender or the actor.
  for (const key of ['person', 'by'])
    await sql`update outbox set data = data || jsonb_build_object(${key}::text, ${into}::int) where ended_at is null and data ->> ${key} = ${String(from)}`
  if (plan.takes.includes('avatar')) await sql`update avatar set person_id = ${into} where person_id = ${from}`
  if (plan.takes.includes('notifications')) await mergeChoices(sql, from, into)
  await mergeSaved(sql, from, into)
  await sql`update saved_view set owner_id = ${into} where owner_id = ${from}`
  await mergeAnnouncements(sql, from, into)
  await anonymisePerson(sql, from, { login, name: gone, now })
}

async function mergeRoundActors(sql: AnySql, from: number, into: number): Promise<void> {
  await sql`update round set publisher_id = ${into} where publisher_id = ${from}`
  await sql`update round_change set actor_id = ${into} where actor_id = ${from}`
  await sql`update round_draft set actor_id = ${into} where actor_id = ${from}`
}

async function mergeMembership(sql: AnySql, membership: StoredPlan['places'][number], into: number, now: Date): Promise<void> {
  if (membership.into === null) {
    await sql`
      update member set person_id = p.id, name = ${fullName(sql)}
      from person p where p.id = ${into} and member.id = ${membership.from}`
  } else {
    await setRoles(sql, membership.into, membership.roles)
    await sql`update member set is_administrator = ${membership.isAdministrator} where id = ${membership.into} and is_administrator <> ${membership.isAdministrator}`
    await sql`delete from member where id = ${membership.from}`
  }
  await sql`update team set updated_at = ${now} where id = ${membership.team}`
}

// Unsubscribe links in sent emails contain the token: it is moved unless the other account has one.
async function mergeChoices(sql: AnySql, from: number, into: number): Promise<void> {
  await sql`
    update notification set choices = (select choices from notification where person_id = ${from}) where person_id = ${into}`
  await sql`
    update notification set person_id = ${into}
    where person_id = ${from} and not exists (select 1 from notification where person_id = ${into})`
}

const columns = {
  email: 'email',
  phone: 'phone',
  githubLogin: 'github_login',
  patronymic: 'patronymic',
  importEmail: 'import_email',
  language: 'language',
  group: 'group_name',
  avatar: 'avatar',
} as const

async function takeOver(sql: AnySql, from: number, into: number, takes: MergedKey[], now: Date): Promise<void> {
  for (const what of takes) {
    if (what === 'notifications') continue
    const column = sql(columns[what])
    await sql`
      update person set ${column} = other.value, updated_at = ${now} from (select ${column} as value from person where id = ${from}) as other
      where id = ${into}`
  }
}
