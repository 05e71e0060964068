import type { AnySql } from '#database/sql.ts'
import { demoPeople } from './people.ts'
import { roundTeams } from './rounds.ts'

// Not the URL of the development provider, which changes with the port.
export const DEMO_ISSUER = 'urn:projectory:development'

/** Links the demo people to the development provider; the subject is the login. Idempotent. */
export async function insertDemoIdentities(sql: AnySql): Promise<void> {
  const logins = [...demoPeople, ...roundTeams].map(({ login }) => login)
  await sql`
    insert into auth.identity (person_id, provider, issuer, subject, email, is_email_verified, created_at, last_sign_in_at)
    select id, 'idp', ${DEMO_ISSUER}, login, email, true, created_at, created_at from person where login = any(${logins})
    on conflict do nothing`
}
