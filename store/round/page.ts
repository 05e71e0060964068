import type { AnySql } from '#database/sql.ts'

// What a page of a round in the console shows of its teams and its draft: never everything at once.

export type TeamsWanted = {
  text: string // in the name
  has: 'choices' | 'lock' | 'place' | 'no-place' | null
}

/** Not of teams that publishing tells nothing: disbanded ones, and those whose choices have all ended. */
const draftRows = (sql: AnySql, round: number) => sql`
  select x.team, x.project from round_draft d cross join jsonb_to_recordset(d.placement) as x (team int, project int) join team t on t.id = x.team
  where d.round_id = ${round} and t.disbanded_at is null and (
    exists (select 1 from round_lock l where l.round_id = ${round} and l.team_id = t.id)
    or exists (select 1 from request r where r.round_id = ${round} and r.team_id = t.id and r.rank is not null and r.status = 'submitted'))`

/** A page of the teams with choices or a lock, by name, and where the draft puts them (a slug). */
export async function findTeamsPage(
  sql: AnySql,
  round: number,
  { text, has }: TeamsWanted,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; page: { team: number; placed: string | null }[] }> {
  const chosen = sql`select team_id from request where round_id = ${round} and rank is not null`
  const locked = sql`select team_id from round_lock where round_id = ${round}`
  const of = {
    choices: chosen,
    lock: locked,
    place: sql`select team from draft where project is not null`,
    'no-place': sql`select team from draft where project is null`,
    all: sql`${chosen} union ${locked}`,
  }[has ?? 'all']
  const [row] = await sql<{ total: number; page: { team: number; placed: string | null }[] }[]>`
    with draft as materialized (${draftRows(sql, round)}),
    found as (
      select t.id, lower(t.name) as name from team t where t.id in (${of}) and position(lower(${text}) in lower(t.name)) > 0),
    page as (select * from found order by name, id limit ${limit} offset ${offset})
    select (select count(*)::int from found) as total,
      coalesce((select json_agg(json_build_object('team', page.id, 'placed', p.slug) order by page.name, page.id)
        from page left join draft d on d.team = page.id left join project p on p.id = d.project), '[]') as page`
  return row!
}

export type PlacedTeam = { team: number; project: string | null; rank: number | null; isByHand: boolean }

/** The draft: teams without a place first, then by name. */
export const listPlacement = (sql: AnySql, round: number): Promise<PlacedTeam[]> =>
  sql<PlacedTeam[]>`
    select x.team, p.slug as project, r.rank, l.team_id is not null as "isByHand"
    from (${draftRows(sql, round)}) x join team t on t.id = x.team left join project p on p.id = x.project
    left join request r on r.round_id = ${round} and r.team_id = x.team and r.project_id = x.project and r.rank is not null
    left join round_lock l on l.round_id = ${round} and l.team_id = x.team
    order by p.id is not null, lower(t.name), t.id`
