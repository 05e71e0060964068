import type { AnySql } from '#database/sql.ts'
import { insertMail } from '#store/mail/outbox.ts'

export type AddedMember = { personId: number | null; team: number; project: string | null; by: number; at: Date; requestId: string }

/** Queues an email to a new member who has an account. */
export async function notifyAddedMember(sql: AnySql, { personId, team, project, by, at, requestId }: AddedMember): Promise<void> {
  if (personId === null) return
  await insertMail(sql, { kind: 'team_added', personId, data: { team, by, ...(project === null ? {} : { project }) }, at, requestId })
}
