import { changeAccounts } from '#actions/team/members.ts'
import { handle, momentOf } from '#api/app.ts'
import { mergingOf } from '#api/console/person/merge-view.ts'
import { consolePersonOf } from '#api/console/person/person-view.ts'
import { mergePeople } from '#contract/console/person.ts'
import { readId } from '#rules/id.ts'
import { deletedPersonName } from '#rules/text/state-texts.ts'
import { lockForMerge, loginOfMerged, mergePerson } from '#store/person/merge.ts'
import { revokeSessionsOf } from '#store/session/session.ts'

export default handle(mergePeople, async ({ app, caller, params, body, change, record }) => {
  let ended: { sid: string }[] = []
  const answer = await change(async (sql) => {
    const now = app.now()
    await lockForMerge(sql, [readId(params.id), body.into])
    const { from, into, plan } = await mergingOf(sql, { from: params.id, into: body.into }, { callerId: caller.id, now })
    ended = await revokeSessionsOf(sql, from.id, 'account_merged', now)
    const gone = deletedPersonName(app.settings.locale)
    const merging = { from: from.id, into: into.id, plan, login: loginOfMerged(from.id), gone, now }
    const moment = momentOf(app, now)
    await changeAccounts(sql, [from.id, into.id], moment, () => mergePerson(sql, merging))
    record(`person ${from.id}`, {
      name: from.name,
      into: into.id,
      intoName: into.name,
      teams: plan.places.map(({ teamName }) => teamName),
      identities: from.identities,
      files: from.files,
      takes: plan.takes,
      loses: plan.loses.map(({ what }) => what),
    })
    return consolePersonOf(sql, into.id, now)
  })
  app.signedIn.forget(ended.map(({ sid }) => sid))
  app.signedIn.forgetPerson(readId(params.id))
  return answer
})
