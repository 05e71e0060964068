import type { AnySql } from '#database/sql.ts'
import type { MailData } from './outbox.ts'

// Messages of the contact form. Anybody can send them: duplicates are dropped by fingerprint, and above a rate limit they need review.

export type NewContactEmail = {
  data: MailData & { email: string }
  fingerprint: Buffer
  review: { reason: string | null; limits: { ofWriter: number; ofAll: number } | null }
  requestId: string
  at: Date
}

/** The id of the email, or of a recent duplicate. Deduplication and limits are in the SQL function, so that one statement decides. */
export async function insertContactEmail(sql: AnySql, { data, fingerprint, review, requestId, at }: NewContactEmail): Promise<number> {
  const { reason, limits } = review
  const [row] = await sql<{ id: number }[]>`
    select accept_letter(${sql.json(data as never)}, ${fingerprint}, ${requestId}, ${at}, ${reason}, ${limits?.ofWriter ?? null},
      ${limits?.ofAll ?? null})::float8 as id`
  return row!.id
}
