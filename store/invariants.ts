import type { AnySql, Sql } from '#database/sql.ts'

// What must be true of the data at any time. Constraints and triggers enforce it; this finds what was written without them: by hand, by a
// restore with triggers disabled, or by damage of the disk.

export type Violation = { title: string; count: number; examples: string[]; isAllowed?: string }
type Rule = { title: string; find: (sql: AnySql) => PromiseLike<{ key: string }[]>; isAllowed?: string }

const MOST = 1000 // rows that are counted
const EXAMPLES = 3

const rules: Rule[] = [
  {
    title: 'Projects with more teams than places',
    isAllowed: 'This happens when curators lower the limit. Otherwise end the assignments of the teams that are too many.',
    find: (sql) => sql`
      select concat('project ', p.id) as key from project p join assignment a on a.project_id = p.id and a.ended_at is null
      group by p.id having count(*) > p.team_limit limit ${MOST}`,
  },
  {
    title: 'Teams that work on two projects',
    find: (sql) => sql`
      select concat('team ', team_id) as key from assignment where ended_at is null group by team_id having count(*) > 1 limit ${MOST}`,
  },
  {
    title: 'Teams with two active applications for a project',
    find: (sql) => sql`
      select concat('team ', team_id, ' project ', project_id) as key from request where status = 'submitted'
      group by team_id, project_id having count(*) > 1 limit ${MOST}`,
  },
  {
    title: 'Teams without an admin',
    find: (sql) => sql`
      select concat('team ', t.id) as key from team t
      where t.disbanded_at is null
        and not exists (select 1 from member m join person p on p.id = m.person_id
          where m.team_id = t.id and m.is_administrator and p.disabled_at is null and p.deleted_at is null)
        and (t.formed_by = 'members' or exists (select 1 from member m where m.team_id = t.id and m.is_administrator and m.person_id is not null))
        and exists (select 1 from member m join person p on p.id = m.person_id
          where m.team_id = t.id and p.disabled_at is null and p.deleted_at is null)
      limit ${MOST}`,
  },
  {
    title: 'Ranks of choices that are not 1 to n',
    find: (sql) => sql`
      select concat('team ', team_id, ' round ', round_id) as key from request where rank is not null
      group by team_id, round_id having count(*) <> max(rank) or count(distinct rank) <> count(*) limit ${MOST}`,
  },
  {
    title: 'Emails in an impossible state',
    find: (sql) => sql`
      select concat('email ', id) as key from outbox
      where (state = 'sending') <> (lease_until is not null)
        or (state in ('sent', 'failed', 'unknown', 'dead', 'bundled', 'cancelled')) <> (ended_at is not null)
        or state = 'sent' and attempt = 0
      limit ${MOST}`,
  },
  {
    title: 'Decisions that wait for an application which is decided',
    find: (sql) => sql`
      select concat('request ', d.request_id) as key from pending_decision d join request r on r.id = d.request_id
      where r.status <> 'submitted' limit ${MOST}`,
  },
  {
    title: 'Open invitations and requests of disbanded teams',
    find: (sql) => sql`
      select concat('team ', t.id) as key from team t where t.disbanded_at is not null and (
        exists (select 1 from person_invitation i where i.team_id = t.id and i.status = 'open')
        or exists (select 1 from join_request j where j.team_id = t.id and j.status = 'open')
        or exists (select 1 from leave_request l where l.team_id = t.id and l.status = 'open')) limit ${MOST}`,
  },
  {
    title: 'Files whose current version is missing',
    find: (sql) => sql`
      select concat('file ', f.id) as key from file f where f.deleted_at is null
        and not exists (select 1 from file_version v where v.file_id = f.id and v.version = f.version) limit ${MOST}`,
  },
  {
    title: 'Versions of files whose content is not recorded with this size',
    find: (sql) => sql`
      select concat('file ', v.file_id, ' version ', v.version) as key from file_version v left join blob b on b.sha256 = v.sha256
      where b.size is distinct from v.size limit ${MOST}`,
  },
  {
    title: 'Projects with more than 30 links',
    find: (sql) => sql`select concat('project ', project_id) as key from link group by project_id having count(*) > 30 limit ${MOST}`,
  },
]

export async function findViolations(sql: Sql): Promise<{ violations: Violation[]; rules: number }> {
  const all = [...rules, ...(await constraintRules(sql))]
  const violations: Violation[] = []
  for (const { title, find, isAllowed } of all) {
    const rows = await find(sql)
    const examples = rows.slice(0, EXAMPLES).map(({ key }) => key)
    if (rows.length > 0) violations.push({ title, count: rows.length, examples, ...(isAllowed !== undefined && { isAllowed }) })
  }
  return { violations, rules: all.length }
}

type Constraint = { name: string; kind: 'c' | 'f'; table: string; expression: string; target: string; columns: string[]; keys: string[] }

/** Foreign keys and check constraints: PostgreSQL checks them when rows are written, and not at all with triggers disabled. */
async function constraintRules(sql: Sql): Promise<Rule[]> {
  const constraints = await sql<Constraint[]>`
    select c.conname as name, c.contype as kind, c.conrelid::regclass::text as table, pg_get_expr(c.conbin, c.conrelid) as expression,
      c.confrelid::regclass::text as target,
      array(select quote_ident(attname) from unnest(c.conkey) with ordinality k (number, nth)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number order by nth) as columns,
      array(select quote_ident(attname) from unnest(c.confkey) with ordinality k (number, nth)
        join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.number order by nth) as keys
    from pg_constraint c join pg_class t on t.oid = c.conrelid and t.relkind = 'r' join pg_namespace n on n.oid = t.relnamespace
    where c.contype in ('c', 'f') and n.nspname in ('public', 'auth') order by 3, 1`
  return constraints.map((one) => ({
    title:
      one.kind === 'f'
        ? `Rows of ${one.table} that refer to missing rows of ${one.target}`
        : `Rows of ${one.table} that ${one.name} forbids`,
    find: (sql) => sql.unsafe(one.kind === 'f' ? textOfForeignKey(one) : textOfCheck(one)) as unknown as Promise<{ key: string }[]>,
  }))
}

// Names and expressions come from the catalog of the database.
const textOfCheck = ({ table, expression }: Constraint): string =>
  `select ctid::text as key from ${table} where not (${expression}) limit ${MOST}`

const textOfForeignKey = ({ table, target, columns, keys }: Constraint): string => {
  const given = columns.map((column) => `x.${column}`)
  const isSame = columns.map((column, index) => `y.${keys[index]} = x.${column}`).join(' and ')
  return `select concat_ws(' ', ${given.join(', ')}) as key from ${table} x where num_nulls(${given.join(', ')}) = 0
    and not exists (select 1 from ${target} y where ${isSame}) limit ${MOST}`
}
