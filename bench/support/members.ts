import { openSession } from '#auth/session.ts'
import { createKeyRing } from '#auth/token/keys.ts'
import type { Secrets } from '#auth/token/secrets.ts'
import { signAccessToken } from '#auth/token/tokens.ts'
import type { Sql } from '#database/sql.ts'
import { signInClients } from '#rules/sign-in/client.ts'
import { type Ask, request } from './load.ts'

const TEAMS = 200 // of four; the first member is administrator
export const OPEN_PROJECTS = 4
const publicUrl = 'http://localhost:8000'

export type Member = { id: number; personId: number; teamId: number; isAdministrator: boolean; token: string }

/** Teams with signed-in members. */
export async function fillTeams(sql: Sql, secrets: Secrets): Promise<Member[]> {
  await sql`insert into role (name) select 'Role ' || n from generate_series(1, 24) as n on conflict do nothing`
  await sql`insert into project (slug, name, state, published_at) select 'open-' || n, 'Open ' || n, 'published', now() from generate_series(0, ${OPEN_PROJECTS - 1}) as n`
  await sql`insert into person (login, name, surname) select 'bench-' || n, 'Name ' || n, 'Surname ' || n from generate_series(1, ${TEAMS * 4}) as n`
  await sql`insert into team (name) select 'bench-' || n from generate_series(0, ${TEAMS - 1}) as n`
  const rows = await sql<Omit<Member, 'token'>[]>`
    insert into member (team_id, person_id, name, is_administrator)
    select t.id, p.id, 'x', substr(p.login, 7)::int % 4 = 1 from person p
    join team t on t.name = 'bench-' || (substr(p.login, 7)::int - 1) / 4 where p.login like 'bench-%'
    returning id, person_id as "personId", team_id as "teamId", is_administrator as "isAdministrator"`
  const settings = {
    publicUrl,
    webOrigins: [publicUrl],
    mobileRedirectUris: ['projectory://auth/callback'],
    isProduction: true,
    isFieldClientOn: true,
  }
  const client = signInClients(settings)[0]!
  const now = new Date()
  const keys = createKeyRing(sql, secrets.keySealing, () => now)
  return Promise.all(
    rows.map(async (row) => {
      const about = { client, personId: row.personId, provider: 'github', authTime: now, device: null, network: null, now }
      const { grant } = await openSession(sql, about)
      return { ...row, token: await signAccessToken(keys, `${publicUrl}/auth`, grant, client.accessSeconds, now) }
    }),
  )
}

export const bearer = ({ token }: Member) => ({ authorization: `Bearer ${token}` })

export type Writing = (n: number) => { member: Member; method: string; path: string; body: object }

export const setRoles =
  (members: Member[]): Writing =>
  (n) => {
    const member = members[n % members.length]!
    const roles = [`Role ${1 + (n % 24)}`, `Role ${1 + ((n + 7) % 24)}`]
    return { member, method: 'PUT', path: '/api/member', body: { member: { id: member.id, roles } } }
  }

export const asBytes =
  (writing: Writing): Ask =>
  (n) => {
    const { member, method, path, body } = writing(n)
    const text = JSON.stringify(body)
    return request(method, path, { ...bearer(member), 'content-type': 'application/json', 'content-length': String(text.length) }, text)
  }
