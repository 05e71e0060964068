import { sealLocked } from '#run/rounds/rounds.ts'
import { createRoundSecrets } from '#run/rounds/secrets.ts'
import type { TestService } from '#tests/support/service.ts'

// The largest round there may be, straight into the database.

type Sizes = { teams?: number; projects?: number; choices?: number }

/** A sealed round; returns its id. */
export async function addLargeRound(
  { sql, config }: Pick<TestService, 'sql' | 'config'>,
  { teams = 600, projects = 200, choices = 20 }: Sizes = {},
): Promise<number> {
  const secrets = createRoundSecrets(config)
  return sql.begin(async (sql) => {
    await sql`set local statement_timeout = 0`
    await sql`set local idle_in_transaction_session_timeout = 0`
    const [row] = await sql<{ id: number }[]>`
      insert into round (slug, name, most_choices) values ('large', 'Large', ${choices}) returning id`
    const { id } = row!
    const { seedHash, seedSealed, keySealed } = secrets.draw(id)
    await sql`
      update round set opens_at = now() - interval '2 days', closes_at = now() - interval '1 day', first_day = current_date - 2, last_day = current_date - 1,
        announced_at = now() - interval '3 days', seed_hash = ${seedHash}, seed_sealed = ${seedSealed}, key_sealed = ${keySealed} where id = ${id}`
    await sql`
      insert into project (slug, name, state, published_at, team_limit, round_id, enrollment_start, enrollment_end)
      select 'large-project-' || n, 'Large project number ' || n, 'published', now(), 3, ${id}, current_date - 2, current_date - 1 from generate_series(1, ${projects}) as n`
    await sql`insert into team (name, has_shared_name) select 'Large team number ' || lpad(n::text, 3, '0'), false from generate_series(1, ${teams}) as n`
    await sql`
      insert into member (team_id, person_id, name, is_administrator)
      select t.id, p.id, p.login, true from team t, person p where t.name like 'Large team%' and p.id = (select min(id) from person)`
    await sql`
      insert into request (team_id, project_id, round_id, status, rank)
      select t.id, p.id, ${id}, 'submitted', c.rank
      from (select id, row_number() over (order by id) as n from team where name like 'Large team%') as t
      cross join generate_series(1, ${choices}) as c (rank)
      join (select id, row_number() over (order by id) - 1 as n from project where round_id = ${id}) as p on p.n = (t.n * 7 + (c.rank - 1) * 9) % ${projects}
      order by t.id, c.rank`
    await sealLocked(sql, id, secrets, new Date())
    return id
  })
}
