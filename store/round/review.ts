import type { RoundChoice, RoundProject, RoundTeam } from '#contract/console/round.ts'
import type { AnySql } from '#database/sql.ts'
import { instant } from '#store/fragments.ts'
import { lockRows } from '#store/lock.ts'
import type { Excluded } from './placement.ts'

// Projects, teams, choices, marks and locks of a round, for curators and for placing.

const placesOf = (sql: AnySql, round: number) => sql`
      case when p.team_limit is null then null else greatest(p.team_limit
        - (select count(*)::int from assignment a where a.project_id = p.id and a.ended_at is null)
        - (select count(*)::int from pending_decision d join request r on r.id = d.request_id
            where d.project_id = p.id and d.decision = 'approved' and r.round_id is distinct from ${round}), 0) end`

export async function listRoundProjects(sql: AnySql, round: number): Promise<RoundProject[]> {
  return sql<RoundProject[]>`
    select p.id, p.slug, p.name, p.state = 'published' as "isPublished", p.team_limit as "teamLimit", ${placesOf(sql, round)} as places,
      coalesce(c.wanted, 0) as wanted, coalesce(c.first, 0) as "wantedFirst"
    from project p
    left join (select project_id, count(*)::int as wanted, (count(*) filter (where rank = 1))::int as first from request
      where round_id = ${round} and rank is not null group by project_id) as c on c.project_id = p.id
    where p.round_id = ${round} order by lower(p.name), p.id`
}

export type RoundChoiceRow = Omit<RoundChoice, 'reason'> & {
  projectId: number
  reason: { en: string; ru: string } | null
  isLive: boolean // false: it ended after the choices were sealed
}
export type RoundTeamRow = Pick<RoundTeam, 'team' | 'name' | 'size' | 'excluded'> & {
  choices: RoundChoiceRow[]
  lock: { projectId: number; project: string; reason: string } | null
  isEmpty: boolean // all of its members left or deleted their accounts
}

const inRound = (sql: AnySql, round: number) => sql`
  (select team_id from request where round_id = ${round} and rank is not null union select team_id from round_lock where round_id = ${round})`

const whyExcluded = (sql: AnySql, round: number, today: string) => sql`
      case when o.published_at is not null then null
        when t.disbanded_at is not null then 'disbanded'
        when exists (select 1 from assignment a join project w on w.id = a.project_id
          where a.team_id = t.id and a.ended_at is null and (w.date_end is null or w.date_end >= ${today}::date)) then 'busy'
        when exists (select 1 from pending_decision d join request r on r.id = d.request_id
          where d.team_id = t.id and d.decision = 'approved' and r.round_id is distinct from ${round}) then 'promised' end`

const isEmpty = (sql: AnySql) => sql`
  not exists (select 1 from member m left join person x on x.id = m.person_id where m.team_id = t.id and x.deleted_at is null)`

/** Teams with choices or a lock, by name; `only` some of them. `today`: a team is free again when its project is over. */
export async function listRoundTeams(sql: AnySql, round: number, today: string, only?: number[]): Promise<RoundTeamRow[]> {
  return sql<RoundTeamRow[]>`
    with chosen as (
      select r.team_id, json_agg(json_build_object('request', r.id, 'projectId', p.id, 'project', p.slug, 'rank', r.rank, 'mark', k.mark, 'reasonId', k.reason_id,
          'reason', case when why.id is not null then json_build_object('en', why.text_en, 'ru', why.text_ru) end, 'isLive', r.status = 'submitted') order by r.rank) as list
      from request r join project p on p.id = r.project_id left join round_mark k on k.request_id = r.id left join refusal_reason why on why.id = k.reason_id
      where r.round_id = ${round} and r.rank is not null ${only ? sql`and r.team_id = any(${only}::int[])` : sql``} group by r.team_id)
    select t.id as team, t.name, (select count(*)::int from member m where m.team_id = t.id) as size, coalesce(c.list, '[]') as choices,
      ${isEmpty(sql)} as "isEmpty",
      case when l.team_id is not null then json_build_object('projectId', p.id, 'project', p.slug, 'reason', l.reason) end as lock,
      ${whyExcluded(sql, round, today)} as excluded
    from team t join round o on o.id = ${round} left join chosen c on c.team_id = t.id
    left join round_lock l on l.round_id = ${round} and l.team_id = t.id left join project p on p.id = l.project_id
    where (c.team_id is not null or l.team_id is not null) ${only ? sql`and t.id = any(${only}::int[])` : sql``} order by lower(t.name), t.id`
}

/** A digest of what a forecast and a draft depend on: as long as it is the same, so are they. */
export async function findBasis(sql: AnySql, { id: round, rule }: { id: number; rule: string }, today: string): Promise<string> {
  const [row] = await sql<{ basis: string }[]>`
    select md5(concat_ws('|', ${rule}::text, o.choices_digest,
      (select string_agg(concat_ws(' ', p.id, p.slug, p.state = 'published', ${placesOf(sql, round)}), ',' order by p.id) from project p where p.round_id = o.id),
      (select string_agg(concat_ws(' ', r.id, r.team_id, r.project_id, r.rank, r.status = 'submitted', k.mark), ',' order by r.id)
        from request r left join round_mark k on k.request_id = r.id where r.round_id = o.id and r.rank is not null),
      (select string_agg(concat_ws(' ', l.team_id, l.project_id, md5(l.reason)), ',' order by l.team_id) from round_lock l where l.round_id = o.id),
      (select string_agg(concat_ws(' ', t.id, ${whyExcluded(sql, round, today)}, ${isEmpty(sql)}), ',' order by t.id) from team t where t.id in ${inRound(sql, round)}))) as basis
    from round o where o.id = ${round}`
  return row!.basis
}

export type StoredDraft = {
  id: number
  madeAt: string
  by: string | null
  rule: 'fair' | 'fullest'
  conditions: string
  basis: string // see findBasis
  placement: { team: number; project: number | null }[]
  excluded: Excluded[]
}

export async function findDraft(sql: AnySql, round: number): Promise<StoredDraft | undefined> {
  const [row] = await sql<StoredDraft[]>`
    select d.id, ${instant(sql, 'd.made_at')} as "madeAt", d.rule, d.conditions, d.basis, d.placement, d.excluded,
      (select coalesce(nullif(trim(a.name || ' ' || a.surname), ''), a.login) from person a where a.id = d.actor_id) as by
    from round_draft d where d.round_id = ${round}`
  return row
}

/** Project and team, locked. A lock can be removed from a team that was disbanded since. */
export async function lockForLock(
  sql: AnySql,
  round: number,
  { slug, team }: { slug: string | null; team: number },
  today: string,
): Promise<{
  project: { id: number; name: string; slug: string; places: number | null; locks: number } | null
  team: { id: number; name: string; worksOn: string | null } | null
}> {
  await lockRows(sql, {
    project: sql`select id from project where id = project_at(${slug}) and round_id = ${round}`,
    team: sql`${team}::int`,
  })
  const projects = await listRoundProjects(sql, round)
  const [found] = await sql<{ id: number; name: string; worksOn: string | null }[]>`
    select t.id, t.name, (select w.name from assignment a join project w on w.id = a.project_id
      where a.team_id = t.id and a.ended_at is null and (w.date_end is null or w.date_end >= ${today}::date)) as "worksOn"
    from team t where t.id = ${team} and (t.disbanded_at is null or ${slug === null})`
  const project = projects.find((one) => one.slug === slug) ?? null
  const [locks] = await sql<{ count: number }[]>`
    select count(*)::int as count from round_lock where round_id = ${round} and project_id = ${project?.id ?? 0} and team_id <> ${team}`
  return { project: project && { ...project, locks: locks!.count }, team: found ?? null }
}
