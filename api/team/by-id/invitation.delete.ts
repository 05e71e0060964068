import { handle } from '#api/app.ts'
import { lockAsAdministrator } from '#api/joining/join.ts'
import { endInvitation } from '#contract/invitation.ts'
import { refuseIfFaulty } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { endLink, endPersonInvitation } from '#store/team/invitation.ts'

export default handle(endInvitation, ({ app, caller, params, query: { link, invited }, change }) => {
  if ((link === undefined) === (invited === undefined)) refuseIfFaulty([{ path: 'link', code: 'required' }])
  return change(async (sql) => {
    const { id } = await lockAsAdministrator(sql, params.id, { app, caller })
    if (link !== undefined) await endLink(sql, id, readId(link), app.now())
    else await endPersonInvitation(sql, id, readId(invited!), app.now())
  })
})
