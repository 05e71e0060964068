import { connect, type Database } from '#database/sql.ts'

// The same query in PostgreSQL full-text search: one indexed tsvector; ranked page, total and facets in one statement.
export async function searchInPostgres(database: Database, textOf: (n: number) => string, seconds = 5): Promise<number> {
  const sql = connect(database, { max: 1, statementTimeout: 600_000 })
  await sql`create table if not exists bench_search as
    select id, setweight(to_tsvector('russian', name), 'A') || setweight(to_tsvector('russian', coalesce(short_description, '')), 'B')
      || to_tsvector('russian', coalesce(description, '') || ' ' || coalesce(client, '')) as words from project where state = 'published'`
  await sql`create index if not exists bench_search_words on bench_search using gin (words)`
  await sql`analyze bench_search`
  const ask = (text: string) => sql`
    with hits as materialized (select id, ts_rank(words, query) as rank from bench_search, plainto_tsquery('russian', ${text}) query where words @@ query)
    select (select count(*) from hits) as total,
      (select json_agg(json_build_array(tag_id, n)) from (select tag_id, count(*) as n from project_tag join hits on hits.id = project_id group by tag_id) as facet) as tags,
      (select json_agg(row_to_json(page)) from (select p.* from hits join project p using (id) order by rank desc, date_start desc limit 5) as page) as projects`
  for (let n = 0; n < 20; n++) await ask(textOf(1_000_000 + n))
  let n = 0
  const startedAt = performance.now()
  while (performance.now() - startedAt < seconds * 1000) await ask(textOf(++n))
  const speed = n / ((performance.now() - startedAt) / 1000)
  await sql`drop table bench_search`
  await sql.end()
  return speed
}
