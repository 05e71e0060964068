import type { Language } from '#contract/language.ts'
import type { NotificationKind, When } from '#contract/notification.ts'
import type { AnySql } from '#database/sql.ts'

// Notification preferences. People who never chose have no row; the unsubscribe token is created with the first email that needs it.

type Choices = Partial<Record<NotificationKind, When>>
export type StoredNotifications = { email: string | null; language: Language | null; isCurator: boolean; choices: Choices }

export async function findNotifications(sql: AnySql, personId: number): Promise<StoredNotifications> {
  const [row] = await sql<StoredNotifications[]>`
    select p.email, p.language, p.access <> 'member' as "isCurator", coalesce(n.choices, '{}') as choices
    from person p left join notification n on n.person_id = p.id where p.id = ${personId}`
  return row!
}

/** Omitted kinds and an undefined language stay unchanged; null resets the language to the directory's. */
export async function saveNotifications(
  sql: AnySql,
  personId: number,
  choices: Choices,
  language: Language | null | undefined,
): Promise<void> {
  if (language !== undefined)
    await sql`update person set language = ${language} where id = ${personId} and language is distinct from ${language}`
  if (Object.keys(choices).length === 0) return
  await sql`
    insert into notification (person_id, choices) values (${personId}, ${sql.json(choices)})
    on conflict (person_id) do update set choices = notification.choices || excluded.choices`
}

/** For a new account. What an imported person has chosen from the link of an email stays. */
export async function insertDefaultChoices(sql: AnySql, personId: number, choices: Choices): Promise<void> {
  if (Object.keys(choices).length === 0) return
  await sql`
    insert into notification (person_id, choices) values (${personId}, ${sql.json(choices)})
    on conflict (person_id) do update set choices = excluded.choices || notification.choices`
}

/** The owner of this unsubscribe token; undefined for unknown tokens and deleted people. */
export async function findByUnsubscribeToken(
  sql: AnySql,
  token: string,
): Promise<({ personId: number } & StoredNotifications) | undefined> {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(token)) return undefined
  const [row] = await sql<({ personId: number } & StoredNotifications)[]>`
    select p.id as "personId", p.email, p.language, p.access <> 'member' as "isCurator", n.choices
    from notification n join person p on p.id = n.person_id and p.deleted_at is null where n.token = ${token}`
  return row
}

export async function unsubscribeTokenOf(sql: AnySql, personId: number): Promise<string> {
  // The no-op update is needed: `do nothing` returns no row for an existing one.
  const [row] = await sql<{ token: string }[]>`
    insert into notification (person_id) values (${personId})
    on conflict (person_id) do update set person_id = excluded.person_id returning token`
  return row!.token
}
