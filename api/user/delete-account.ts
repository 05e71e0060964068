import { changeAccounts } from '#actions/team/members.ts'
import { type ApiApp, momentOf } from '#api/app.ts'
import type { TransactionSql } from '#database/sql.ts'
import { deletedPersonName } from '#rules/text/state-texts.ts'
import { anonymisePerson, loginOfDeleted } from '#store/person/delete.ts'
import { revokeSessionsOf } from '#store/session/session.ts'

/** Of a locked person. Returns the sessions that have ended. */
export async function deleteAccount(sql: TransactionSql, app: ApiApp, id: number, now: Date) {
  const sessions = await revokeSessionsOf(sql, id, 'person_deleted', now)
  const name = deletedPersonName(app.settings.locale)
  await changeAccounts(sql, [id], momentOf(app, now), () => anonymisePerson(sql, id, { login: loginOfDeleted(id), name, now }))
  return sessions
}
