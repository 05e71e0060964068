import { handle } from '#api/app.ts'
import { refuseRequest, requestView } from '#api/view/request-view.ts'
import { ProjectRequest, updateRequest } from '#contract/request.ts'
import { Refusal } from '#http/response/problem.ts'
import { fitsTeam, whyNotActForTeam, whyNotMove } from '#rules/request/request.ts'
import { whyNotChangeChoice } from '#rules/round/round.ts'
import { readText } from '#rules/text/text.ts'
import { changeRequest } from '#store/request/change.ts'
import { isTeamAdministrator, lockRequest } from '#store/request/lock.ts'

export default handle(updateRequest, async ({ app, caller, body, files, language, change, refuseIfChanged }) => {
  const keepFiles = () => Promise.all(files.map((file) => file.keep())) // a row without bytes would be a broken download
  // Before any lock is taken; those who became an administrator since wait for their files under it.
  if (files.length > 0 && (await isTeamAdministrator(app.sql, caller.id, { request: body.request }))) await keepFiles()
  return change(async (sql) => {
    const locked = await lockRequest(sql, { id: body.request, personId: caller.id })
    const at = app.now()
    if (!locked) throw new Refusal('request_not_found', { request: body.request })
    const why = whyNotActForTeam(locked.team.teamRole, caller.access !== 'member')
    if (why) refuseRequest(why, locked, language, app)
    const { request, team } = locked
    refuseIfChanged(ProjectRequest, requestView(request, language, app))
    const late = whyNotMove(request.status) ?? whyNotChangeChoice(locked.round, at)
    if (late) refuseRequest(late, locked, language, app)
    const message = body.message === undefined ? request.message : readText(body.message)
    if (message === request.message && (files.length === 0 || namesOf(files) === namesOf(request.files)))
      return requestView(request, language, app)
    if (!fitsTeam(team.storedBytes, files)) refuseRequest('quota_exceeded', locked, language, app) // replaced files count until they are purged
    await keepFiles()
    const filesNow = await changeRequest(sql, request.id, { message, files: files.length ? files : null }, { actorId: caller.id, at })
    const changed = { ...request, message, files: files.length ? filesNow : request.files, updatedAt: at.toISOString() }
    return requestView(changed, language, app)
  })
})

const namesOf = (files: readonly { name: string; sha256: string }[]): string =>
  JSON.stringify(files.map(({ name, sha256 }) => [name, sha256]))
