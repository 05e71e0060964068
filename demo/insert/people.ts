import type { AnySql, TransactionSql } from '#database/sql.ts'
import { demo } from '#demo/data.ts'
import { type AllIds, type Ids, idOf, idsBy, instant, type Keyed, type World } from '#demo/world.ts'

// Not the URL of the development provider, which changes with the port.
export const DEMO_ISSUER = 'urn:projectory:development'

/** Links the demo people to the development provider; the subject is the login. Idempotent. */
export async function insertDemoIdentities(sql: AnySql): Promise<void> {
  const logins = [...demo.people, ...demo.rounds.teams].map(({ login }) => login)
  await sql`
    insert into auth.identity (person_id, provider, issuer, subject, email, is_email_verified, created_at, last_sign_in_at)
    select id, 'idp', ${DEMO_ISSUER}, login, email, true, created_at, created_at from person where login = any(${logins})
    on conflict do nothing`
}

export async function insertPeople(sql: TransactionSql, world: World): Promise<Ids> {
  const rows = demo.people.map(({ login, name, surname, patronymic, phone, github, access, group, isDisabled }, index) => ({
    ...{ login, name, surname, patronymic, access },
    group_name: group ?? null,
    email: `${login}@${access === 'member' ? 'students' : 'office'}.example.org`,
    // Ofcom reserves 07700 900000 to 900999 for fiction.
    phone: phone ? `+447700900${String(100 + index)}` : null,
    github_login: github ? `${login.replace('.', '-')}-example` : null,
    disabled_at: isDisabled ? instant(world, -30) : null,
    created_at: instant(world, -460, index),
    updated_at: instant(world, -460, index),
  }))
  const people = idsBy(await sql<Keyed[]>`insert into person ${sql(rows)} returning id, login as key`)
  await insertDemoIdentities(sql)
  return people
}

/** Slugs by login, last saved first. */
export async function insertSaved(sql: TransactionSql, world: World, { people, projects }: AllIds): Promise<void> {
  const rows = Object.entries(demo.saved).flatMap(([login, slugs], index) =>
    slugs.map((slug, nth) => ({
      person_id: idOf(people, login),
      project_id: idOf(projects, slug),
      saved_at: instant(world, -1 - nth, index),
    })),
  )
  await sql`insert into saved_project ${sql(rows)}`
}

/** One announcement that was sent a while ago; the demo data has no emails, only the figures. Saved views that all curators see. */
export async function insertCuratorWork(sql: TransactionSql, world: World, { people }: AllIds): Promise<void> {
  const at = instant(world, -6, 30)
  const { subject, body } = demo.announcement
  await sql`
    insert into announcement (subject, body, audience, author_id, state, created_at, send_at, last_person, recipients, figures)
    select ${subject}, ${body}, ${sql.json({ kind: 'all-teams' })}, ${idOf(people, 'curator')}, 'ready', ${at},
      ${new Date(at.getTime() + 600_000)}, coalesce(max(id), 0), count(*), jsonb_build_object('people', count(*), 'sent', count(*) - 2, 'waiting', 0, 'failed', 0,
        'bounced', 1, 'optedOut', 1, 'recalled', 0, 'cancelled', 0)
    from person where email is not null and disabled_at is null and id in (select person_id from member)`
  await sql`insert into saved_view ${sql(demo.views.map((view) => ({ ...view, owner_id: idOf(people, 'admin'), is_shared: true })))}`
}
