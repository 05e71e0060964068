import type { Sql } from '#database/sql.ts'

// What the pages of the console show beyond the demo data: emails and backups in states that need an operator, a disbanded team.

// The demo data has no emails; these are in states that need an operator.
async function writeMail(sql: Sql, personId: number): Promise<{ unknown: number; review: number; sent: number; cancelled: number }> {
  const note = {
    name: 'Ольга Петрова',
    email: 'olga@example.org',
    message: 'May a team of two apply?\n\nWe have worked together before.',
    subject: '',
  }
  const email = { ...note, kind: 'contact', language: 'en' }
  const rows = await sql<{ id: number }[]>`
    insert into outbox (kind, state, person_id, address, data, created_at, due_at, ended_at, attempt, tries, reason)
    select kind, state, person, address, data, now() - minutes * interval '1 minute', due, ended, tries, tries, reason from (values
      ('contact', 'unknown', null::int, null, ${sql.json(email)}::jsonb, 95, null::timestamptz, now(), 1, 'the connection was lost while the letter was leaving'),
      ('contact', 'review', null, null, ${sql.json(email)}, 60, null, null, 0, 'more than 10 links'),
      ('team_added', 'sent', ${personId}, null, '{}', 50, null, now(), 1, '250 2.0.0 Ok: queued as 4F2'),
      ('request_declined', 'failed', ${personId}, 'former@example.org', '{}', 45, null, now(), 1, '550 5.1.1 no such user here'),
      ('request_approved', 'deferred', ${personId}, null, '{}', 30, now() + interval '1 hour', null, 4, '451 4.7.1 try again later'),
      ('result_replaced', 'cancelled', ${personId}, null, '{}', 20, null, now(), 1, 'turned_off'),
      ('new_sign_in', 'dead', ${personId}, null, '{}', 10, null, now(), 12, '421 4.3.2 not now'))
    as given (kind, state, person, address, data, minutes, due, ended, tries, reason) returning id::float8 as id`
  const [unknown, review, sent, , , cancelled] = rows.map(({ id }) => id) as [number, number, number, number, number, number]
  await sql`
    insert into mail_attempt (mail_id, attempt, started_at, ended_at, outcome, reply)
    values (${unknown}, 1, now() - interval '95 minutes', now() - interval '94 minutes', 'unknown', 'the connection was lost while the letter was leaving')`
  await sql`
    insert into mail_bounce (address, count, reply, last_at) values
      ('former@example.org', 2, '550 5.1.1 no such user here', now()), ('misspelt@example.org', 1, '550 5.1.1 unknown', now() - interval '1 day')`
  return { unknown, review, sent, cancelled }
}

async function writeOperations(sql: Sql): Promise<void> {
  await sql`
    insert into node (id, host, pid, worker, version, parts, started_at, seen_at, feed_lag_ms, is_leader) values
      (gen_random_uuid(), 'node-1.example.org', 4711, 1, '0.1.0', 'all', now() - interval '3 days', now() + interval '1 hour', 12, true),
      (gen_random_uuid(), 'node-2.example.org', 815, 1, '0.1.0', 'all', now() - interval '2 days', now() - interval '95 seconds', 6400, false)`
  await sql`
    insert into backup (kind, started_at, finished_at, location, bytes, state, problem, proven_at, host) values
      ('scheduled', now() - interval '2 days', now() - interval '2 days', '/var/backups/projectory/2026-11-15.tar', 81000000, 'complete', null, now() - interval '1 day', 'a'),
      ('scheduled', now() - interval '9 hours', now() - interval '9 hours', 's3://backups/projectory/2026-11-17.tar', 82000000, 'complete', null, null, 'a'),
      ('manual', now() - interval '5 days', now() - interval '5 days', null, null, 'failed', 'ENOSPC: no space left on device', null, 'a')`
}

/** Adds it, and finds the ids in the addresses of the pages. */
export async function addConsoleData(sql: Sql) {
  const idOf = async (rows: Promise<unknown>) => ((await rows) as { id: number }[])[0]?.id ?? 1
  const personNamed = (login: string) => idOf(sql`select id from person where login = ${login}`)
  const [boris, vera] = [await personNamed('boris'), await personNamed('vera')]
  await writeOperations(sql)
  return {
    project: await idOf(sql`select id from project where slug = 'museum-pocket-guide'`),
    draft: await idOf(sql`select id from project where state = 'draft' order by id limit 1`),
    waiting: await idOf(sql`select id from request where status = 'submitted' order by id limit 1`),
    noted: await idOf(sql`select request_id as id from note order by id limit 1`),
    declined: await idOf(sql`select id from request where status = 'declined' order by id limit 1`),
    team: await idOf(sql`select id from team where name = 'Маяк'`),
    formed: await idOf(sql`select id from team where formed_by = 'members'`),
    disbanded: await idOf(sql`
      insert into team (name, description, formed_by, disbanded_at) values ('Midnight Oil', 'We finished.', 'members', now() - interval '3 days') returning id`),
    boris,
    vera,
    mail: await writeMail(sql, vera),
    publishedRound: await idOf(sql`select id from round where published_at is not null order by id limit 1`),
    round: await idOf(sql`select id from round where published_at is null and announced_at is not null order by id desc limit 1`),
  }
}

export type ConsoleIds = Awaited<ReturnType<typeof addConsoleData>>
