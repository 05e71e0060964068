import { createHash } from 'node:crypto'
import type { InvitationLink, InvitedPerson } from '#contract/team.ts'
import type { WantedRole } from '#contract/vocabulary/role.ts'
import type { AnySql } from '#database/sql.ts'
import { fullNameOrLogin, instant, isDisbanding, rolesOfMember, wantedRolesOfTeam } from '#store/fragments.ts'
import { lockRows } from '#store/lock.ts'
import { emails } from '#store/mail/outbox.ts'
import { avatarUrl } from '#store/person/account.ts'

/** Only the hash of a token is stored. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

// Invitation links and invitations of people. Whoever changes them has locked the team (decision 21).

/** How many are open and until when, and how many were made since a day ago. */
export type Used = { open: number; openUntil: Date | null; ofDay: number; firstOfDay: Date | null }
const HOUR_MS = 3_600_000
const dayBefore = (now: Date): Date => new Date(now.getTime() - 24 * HOUR_MS)

export const usedColumns = (sql: AnySql, isOpen: ReturnType<AnySql>, now: Date) => sql`
  count(*) filter (where ${isOpen})::int as open, min(expires_at) filter (where ${isOpen}) as "openUntil",
  count(*) filter (where created_at > ${dayBefore(now)})::int as "ofDay", min(created_at) filter (where created_at > ${dayBefore(now)}) as "firstOfDay"`

const isOpenLink = (sql: AnySql, now: Date) => sql`i.ended_at is null and i.expires_at > ${now} and i.uses < i.max_uses`
// Of a person who has left the team, or whose account is closed, no link works.
const isInviterInTeam = (sql: AnySql) => sql`exists (
  select 1 from member x join person w on w.id = x.person_id
  where x.team_id = i.team_id and x.person_id = i.created_by and w.disabled_at is null and w.deleted_at is null)`

/** The links of a team i that work. */
export const isWorkingLink = (sql: AnySql, now: Date) => sql`${isOpenLink(sql, now)} and ${isInviterInTeam(sql)}`

export async function countLinks(sql: AnySql, teamId: number, now: Date): Promise<Used> {
  const [row] = await sql<Used[]>`
    select ${usedColumns(sql, isWorkingLink(sql, now), now)} from team_invitation i where team_id = ${teamId}`
  return row!
}

const linkColumns = (sql: AnySql) => sql`
  i.id, ${fullNameOrLogin(sql)} as "createdBy", ${instant(sql, 'i.created_at')} as "createdAt", ${instant(sql, 'i.expires_at')} as "expiresAt",
  i.uses, i.max_uses as "mostUses"`

type NewLink = { teamId: number; tokenHash: Buffer; personId: number; mostUses: number; at: Date; expiresAt: Date }

export async function insertLink(sql: AnySql, { teamId, tokenHash, personId, mostUses, at, expiresAt }: NewLink): Promise<InvitationLink> {
  const [row] = await sql<InvitationLink[]>`
    with i as (
      insert into team_invitation (team_id, token_hash, created_by, created_at, expires_at, max_uses)
      values (${teamId}, ${tokenHash}, ${personId}, ${at}, ${expiresAt}, ${mostUses}) returning *)
    select ${linkColumns(sql)} from i join person p on p.id = i.created_by`
  return row!
}

/** Gives a link that nobody has used another token; undefined if it is used, has ended or expired. */
export async function renewLink(
  sql: AnySql,
  { id, teamId, tokenHash, now }: { id: number; teamId: number; tokenHash: Buffer; now: Date },
): Promise<InvitationLink | undefined> {
  const [row] = await sql<InvitationLink[]>`
    with i as (
      update team_invitation i set token_hash = ${tokenHash}
      where id = ${id} and team_id = ${teamId} and uses = 0 and ${isWorkingLink(sql, now)} returning *)
    select ${linkColumns(sql)} from i join person p on p.id = i.created_by`
  return row
}

export async function endLink(sql: AnySql, teamId: number, id: number, at: Date): Promise<void> {
  await sql`update team_invitation set ended_at = ${at} where id = ${id} and team_id = ${teamId} and ended_at is null`
}

/**
 * The link and its team, if the token works; for a member of the team also if it has worked: whoever joined by a link for one person may repeat
 * the call. One statement, and the same for every token, so that the answer to one that does not work takes the same time, whatever the reason.
 */
export async function findLink(
  sql: AnySql,
  tokenHash: Buffer,
  { now, member = null }: { now: Date; member?: number | null },
): Promise<{ id: number; teamId: number } | undefined> {
  const [row] = await sql<{ id: number; teamId: number }[]>`
    select i.id, i.team_id as "teamId" from team_invitation i join team t on t.id = i.team_id
    where i.token_hash = ${tokenHash} and t.disbanded_at is null and (
      not ${isDisbanding(sql)} and ${isWorkingLink(sql, now)}
      or exists (select 1 from member m where m.team_id = t.id and m.person_id = ${member}))`
  return row
}

export type LinkPage = {
  description: string | null
  wantedRoles: WantedRole[]
  memberRoles: string[][]
  inviter: string | null
  inviterFirstName: string | null
  expiresAt: string
}

const teamTexts = (sql: AnySql) => sql`t.description, ${wantedRolesOfTeam(sql)} as "wantedRoles",
  coalesce((select json_agg(${rolesOfMember(sql)}) from member m where m.team_id = t.id), '[]') as "memberRoles"`

/** What the page of a link says about the team. */
export async function findLinkPage(sql: AnySql, id: number): Promise<LinkPage | undefined> {
  const [row] = await sql<LinkPage[]>`
    select ${teamTexts(sql)}, ${fullNameOrLogin(sql)} as inviter, nullif(p.name, '') as "inviterFirstName", ${instant(sql, 'i.expires_at')} as "expiresAt"
    from team_invitation i join team t on t.id = i.team_id left join person p on p.id = i.created_by where i.id = ${id}`
  return row
}

export async function useLink(sql: AnySql, id: number): Promise<void> {
  await sql`update team_invitation set uses = uses + 1 where id = ${id}`
}

// People

export type PersonToInvite = {
  id: number
  name: string
  isMember: boolean
  isInvited: boolean
  isOpen: boolean // to joining, with an active account
  wasDeclined: boolean // by them, lately
  got: number // invitations of the last day, from all teams
}

/** Of the person p with the joining profile j, for an invitation into a team. */
export const toInviteColumns = (sql: AnySql, { teamId, now, declinedSince }: { teamId: number; now: Date; declinedSince: Date }) => sql`
  exists (select 1 from member m where m.team_id = ${teamId} and m.person_id = p.id) as "isMember",
  exists (select 1 from person_invitation i where i.team_id = ${teamId} and i.person_id = p.id and i.status = 'open') as "isInvited",
  p.disabled_at is null and coalesce(j.is_open and not j.never_invite, false) as "isOpen",
  exists (select 1 from person_invitation i where i.team_id = ${teamId} and i.person_id = p.id and i.status = 'declined'
    and i.ended_at > ${declinedSince}) as "wasDeclined",
  (select count(*)::int from person_invitation i where i.person_id = p.id and i.created_at > ${dayBefore(now)}) as got`

/** Locks the person and who invites them: both have limits across teams. */
export async function lockPersonToInvite(
  sql: AnySql,
  {
    personId,
    callerId,
    teamId,
    now,
    declinedSince,
  }: { personId: number; callerId: number; teamId: number; now: Date; declinedSince: Date },
): Promise<PersonToInvite | undefined> {
  const [, [row]] = await Promise.all([
    lockRows(sql, { person: sql`${personId}::int, ${callerId}::int` }).execute(),
    sql<PersonToInvite[]>`
      select p.id, ${fullNameOrLogin(sql)} as name,
        ${toInviteColumns(sql, { teamId, now, declinedSince })}
      from person p left join person_joining j on j.person_id = p.id where p.id = ${personId} and p.deleted_at is null`,
  ])
  return row
}

/** Of the team, and those that the caller has sent for all teams. */
export async function countInvited(sql: AnySql, teamId: number, callerId: number, now: Date): Promise<{ ofTeam: Used; ofCaller: Used }> {
  const isOpen = sql`status = 'open' and expires_at > ${now}`
  const [[ofTeam], [ofCaller]] = await Promise.all([
    sql<Used[]>`select ${usedColumns(sql, isOpen, now)} from person_invitation where team_id = ${teamId}`,
    sql<
      Used[]
    >`select ${usedColumns(sql, isOpen, now)} from person_invitation where invited_by = ${callerId} and created_at > ${dayBefore(now)}`,
  ])
  return { ofTeam: ofTeam!, ofCaller: ofCaller! }
}

type NewInvitation = { teamId: number; personId: number; callerId: number; message: string | null; at: Date; expiresAt: Date }

/** With the email to the person. */
export async function insertInvitation(sql: AnySql, given: NewInvitation): Promise<InvitedPerson> {
  const { teamId, personId, callerId, message, at, expiresAt } = given
  const [row] = await sql<InvitedPerson[]>`
    with i as (
        insert into person_invitation (team_id, person_id, invited_by, message, created_at, expires_at)
        values (${teamId}, ${personId}, ${callerId}, ${message}, ${at}, ${expiresAt}) returning *),
      mail as (
        ${emails(sql, { kind: 'team_invitation', at })}
          person_id, jsonb_build_object('team', team_id, 'invitation', id, 'by', invited_by)
          from i)
    select i.id, p.id as person, ${fullNameOrLogin(sql)} as name, ${avatarUrl(sql)} as avatar,
      ${instant(sql, 'i.created_at')} as "createdAt", ${instant(sql, 'i.expires_at')} as "expiresAt"
    from i join person p on p.id = i.person_id left join avatar v on v.person_id = p.id`
  return row!
}

export async function endPersonInvitation(sql: AnySql, teamId: number, id: number, at: Date): Promise<void> {
  await sql`update person_invitation set status = 'ended', ended_at = ${at} where id = ${id} and team_id = ${teamId} and status = 'open'`
}

export type OwnInvitation = { id: number; teamId: number; status: 'open' | 'accepted' | 'declined' | 'expired' | 'ended' }

/** An invitation that the person got. One whose time is over is not open. */
export async function findOwnInvitation(sql: AnySql, id: number, personId: number, now: Date): Promise<OwnInvitation | undefined> {
  const [row] = await sql<OwnInvitation[]>`
    select id, team_id as "teamId", case when status = 'open' and expires_at <= ${now} then 'expired' else status end as status
    from person_invitation where id = ${id} and person_id = ${personId}`
  return row
}

export async function closeOwnInvitation(sql: AnySql, id: number, status: 'accepted' | 'declined', at: Date): Promise<void> {
  await sql`update person_invitation set status = ${status}, ended_at = ${at} where id = ${id} and status = 'open'`
}

/** Locks all teams with an open invitation of the person. */
export async function lockInvitingTeams(sql: AnySql, personId: number): Promise<void> {
  await lockRows(sql, { team: sql`select team_id from person_invitation where person_id = ${personId} and status = 'open'` })
}

/** Nobody can invite the person until they are open to joining again. What is open is declined. */
export async function neverInvite(sql: AnySql, personId: number, at: Date): Promise<void> {
  await lockRows(sql, { person: sql`${personId}::int` })
  await sql`
    insert into person_joining (person_id, never_invite, updated_at) values (${personId}, true, ${at})
    on conflict (person_id) do update set is_open = false, never_invite = true, updated_at = excluded.updated_at`
  await sql`update person_invitation set status = 'declined', ended_at = ${at} where person_id = ${personId} and status = 'open'`
}

export type StoredReceived = {
  id: number
  team: { id: number; name: string; description: string | null; wantedRoles: WantedRole[]; memberRoles: string[][] }
  inviter: string | null
  message: string | null
  createdAt: string
  expiresAt: string
}

/** Open ones, newest first. */
export async function listReceived(sql: AnySql, personId: number, now: Date, limit: number): Promise<StoredReceived[]> {
  return sql<StoredReceived[]>`
    select i.id, json_build_object('id', t.id, 'name', t.name, 'description', t.description, 'wantedRoles', ${wantedRolesOfTeam(sql)},
        'memberRoles', coalesce((select json_agg(${rolesOfMember(sql)}) from member m where m.team_id = t.id), '[]')) as team,
      ${fullNameOrLogin(sql)} as inviter, i.message, ${instant(sql, 'i.created_at')} as "createdAt", ${instant(sql, 'i.expires_at')} as "expiresAt"
    from person_invitation i join team t on t.id = i.team_id left join person p on p.id = i.invited_by
    where i.person_id = ${personId} and i.status = 'open' and i.expires_at > ${now} and t.disbanded_at is null and not ${isDisbanding(sql)}
    order by i.created_at desc, i.id desc limit ${limit}`
}

/** Ends invitations whose time is over; without an email. */
export async function expireInvitations(sql: AnySql, teamId: number, now: Date): Promise<void> {
  await sql`
    update person_invitation set status = 'expired', ended_at = ${now}
    where team_id = ${teamId} and status = 'open' and expires_at <= ${now}`
}
