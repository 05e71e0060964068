import type { AnySql } from '#store/sql.ts'
import { demoPeople } from './people.ts'

// The development provider's address changes with the port; its people do not.
export const DEMO_ISSUER = 'urn:projectory:development'

/** The people of the demo world are known to the development provider by their logins. Safe to repeat. */
export async function insertDemoIdentities(sql: AnySql): Promise<void> {
  const logins = demoPeople.map(({ login }) => login)
  await sql`
    insert into auth.identity (person_id, provider, issuer, subject, email, is_email_verified, created_at, last_sign_in_at)
    select id, 'idp', ${DEMO_ISSUER}, login, email, true, created_at, created_at from person where login = any(${logins})
    on conflict do nothing`
}
