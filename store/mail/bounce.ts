import type { Bounce } from '#contract/console/mail.ts'
import type { AnySql } from '#database/sql.ts'
import { instant } from '#store/fragments.ts'

// Addresses that were rejected permanently. One rejection may be a mistake of the mail server; after the second the address is suppressed.

const SUPPRESS_AFTER = 2

export async function noteBounce(sql: AnySql, address: string, { reply, now }: { reply: string; now: Date }): Promise<void> {
  await sql`
    insert into mail_bounce (address, reply, last_at) values (lower(${address}), ${reply}, ${now})
    on conflict (address) do update set count = mail_bounce.count + 1, reply = excluded.reply, last_at = excluded.last_at`
}

export async function isSuppressed(sql: AnySql, address: string): Promise<boolean> {
  const rows = await sql`select 1 from mail_bounce where address = lower(${address}) and count >= ${SUPPRESS_AFTER}`
  return rows.length > 0
}

/** Newest first. */
export async function listBounces(sql: AnySql, limit = 100): Promise<Bounce[]> {
  return sql<Bounce[]>`
    select address, count, count >= ${SUPPRESS_AFTER} as "isRefused", reply, ${instant(sql, 'last_at')} as "lastAt" from mail_bounce
    order by last_at desc, address limit ${limit}`
}

export async function countBounces(sql: AnySql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from mail_bounce`
  return row!.count
}

/** Ends the suppression; false when the address had no bounces. */
export async function removeBounce(sql: AnySql, address: string): Promise<boolean> {
  const { count } = await sql`delete from mail_bounce where address = lower(${address})`
  return count === 1
}
