import type { ApiApp } from '#api/app.ts'
import type { ImportEmail } from '#contract/console/import-email.ts'
import type { TransactionSql } from '#database/sql.ts'
import { Refusal } from '#http/response/problem.ts'
import type { Caller } from '#http/session/signed-in.ts'
import { endImportEmail, findImportEmail } from '#store/mail/import-email.ts'

type Context = { app: ApiApp; caller: Caller; params: { id: string }; requestId: string; record(target: string, detail: object): void }

/** Sends or drops the waiting emails, once. */
export async function endEmails(
  sql: TransactionSql,
  { app, caller, params, requestId, record }: Context,
  isSent: boolean,
): Promise<ImportEmail> {
  const id = Number(params.id)
  const ended = await endImportEmail(sql, id, isSent, { at: app.now(), actorId: caller.id, requestId })
  const email = await findImportEmail(sql, id)
  if (!email) throw new Refusal('import_emails_not_found', { id: params.id })
  if (!ended) throw new Refusal('import_emails_ended')
  record(`import emails ${id}`, { emails: isSent ? ended.sent : email.people })
  return email
}
