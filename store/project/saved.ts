import { MOST_SAVED } from '#contract/saved.ts'
import type { AnySql } from '#database/sql.ts'

// Saved projects. The limit per person holds because their row is locked before rows are inserted.

/** Ids of the projects a person saved, last saved first. */
export async function listSavedIds(sql: AnySql, personId: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select project_id as id from saved_project where person_id = ${personId} order by saved_at desc, project_id desc`
  return rows.map(({ id }) => id)
}

/** Saves as many of the projects as the limit allows; returns the number of those it did not save for that reason. */
export async function insertSaved(sql: AnySql, personId: number, projectIds: number[], now: Date): Promise<number> {
  const [row] = await sql<{ refused: number }[]>`
    with added as (
        select id, position from unnest(${projectIds}::int[]) with ordinality as given (id, position) join project using (id)
        where not exists (select 1 from saved_project s where s.person_id = ${personId} and s.project_id = id)
        order by position limit greatest(0, ${MOST_SAVED} - (select count(*) from saved_project where person_id = ${personId}))),
      inserted as (
        insert into saved_project (person_id, project_id, saved_at)
        -- the first of the list is the last saved
        select ${personId}, id, ${now}::timestamptz - (position - 1) * interval '1 microsecond' from added
        on conflict do nothing)
    select count(*)::int as refused from project
    where id = any(${projectIds}::int[])
      and not exists (select 1 from saved_project s where s.person_id = ${personId} and s.project_id = id)
      and id not in (select id from added)`
  return row!.refused
}

/** In any state, and by a former slug too. */
export async function removeSaved(sql: AnySql, personId: number, slug: string): Promise<void> {
  await sql`
    delete from saved_project where person_id = ${personId} and project_id in (
      select id from project where slug = ${slug} union select project_id from former_slug where slug = ${slug})`
}

/** For merged accounts: the remaining one gets what it does not have, up to the limit. */
export async function mergeSaved(sql: AnySql, from: number, into: number): Promise<void> {
  await sql`
    insert into saved_project (person_id, project_id, saved_at)
    select ${into}, project_id, saved_at from saved_project s where person_id = ${from}
      and not exists (select 1 from saved_project o where o.person_id = ${into} and o.project_id = s.project_id)
    order by saved_at desc limit greatest(0, ${MOST_SAVED} - (select count(*) from saved_project where person_id = ${into}))`
  await sql`
    insert into saved_reminder (person_id, project_id, closes_on, reminded_at)
    select ${into}, project_id, closes_on, reminded_at from saved_reminder where person_id = ${from}
    on conflict (person_id, project_id) do update set closes_on = excluded.closes_on, reminded_at = excluded.reminded_at
      where saved_reminder.closes_on < excluded.closes_on`
}
