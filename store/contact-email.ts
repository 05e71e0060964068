import type { MailData } from './outbox.ts'
import type { AnySql } from './sql.ts'

// What people write to the directory. It is a mail like any other, but strangers cause it: the same again is no second one, and what looks
// like a flood waits for somebody to look.

export type NewContactEmail = {
  data: MailData & { email: string }
  fingerprint: Buffer
  review: { reason: string | null; limits: { ofWriter: number; ofAll: number } | null }
  requestId: string
  at: Date
}

/** The number of the letter, or of the same one that came shortly before: one statement, the rules of which are in the function itself. */
export async function insertContactEmail(sql: AnySql, { data, fingerprint, review, requestId, at }: NewContactEmail): Promise<number> {
  const { reason, limits } = review
  const [row] = await sql<{ id: number }[]>`
    select accept_letter(${sql.json(data as never)}, ${fingerprint}, ${requestId}, ${at}, ${reason}, ${limits?.ofWriter ?? null},
      ${limits?.ofAll ?? null})::float8 as id`
  return row!.id
}
