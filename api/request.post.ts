import { handle } from '#api/app.ts'
import { refuseRequest, requestView } from '#api/view/request-view.ts'
import { createRequest } from '#contract/request.ts'
import { Refusal } from '#http/response/problem.ts'
import { datesOf, fitsTeam, rankingRound, whyNotApply } from '#rules/request/request.ts'
import { readText } from '#rules/text/text.ts'
import { insertRequest } from '#store/request/change.ts'
import { isTeamAdministrator, lockForApplication, type StoredRequest } from '#store/request/lock.ts'

export default handle(createRequest, async ({ app, caller, body, files, language, change, setHeader }) => {
  const message = readText(body.message)
  const keepFiles = () => Promise.all(files.map((file) => file.keep())) // a row without bytes would be a broken download
  // Before any lock is taken; those who became an administrator since wait for their files under it.
  if (files.length > 0 && (await isTeamAdministrator(app.sql, caller.id, { team: body.team }))) await keepFiles()
  const respond = (request: StoredRequest) => {
    setHeader('Location', `${app.apiUrl}/request/${request.id}`)
    return requestView(request, language, app)
  }
  return change(async (sql) => {
    const locked = await lockForApplication(sql, body.project, body.team, caller.id)
    const at = app.now() // under the lock of the round, whose window closes at an exact time
    const { project, team, request: existing } = locked
    if (!project) throw new Refusal('project_not_found', { slug: body.project })
    // A team without a public project is visible only to its members and to curators.
    const maySeeTeam = team && (team.teamRole !== null || team.isShown || caller.access !== 'member')
    if (!maySeeTeam) throw new Refusal('team_not_found', { team: body.team })
    if (team.teamRole !== 'administrator') throw new Refusal('not_team_administrator', { team: team.name })
    // Retry after a lost response.
    if (existing && isSame(existing, message, files)) return respond(existing)
    const target = { ...project, ...datesOf(project, app.calendar), round: locked.round }
    const why = whyNotApply(target, team, { now: at, today: app.calendar(at), settings: app.settings })
    if (why) refuseRequest(why, locked, language, app)
    if (!fitsTeam(team.storedBytes, files)) refuseRequest('quota_exceeded', locked, language, app)
    await keepFiles()
    const round = rankingRound(locked.round, at)
    const application = { projectId: project.id, teamId: team.id, roundId: round?.id ?? null, message, files }
    const made = await insertRequest(sql, application, { actorId: caller.id, at })
    return respond({ ...made, ...justSubmitted(at), team: team.id, project: project.slug, message, round: round?.slug ?? null })
  })
})

const justSubmitted = (at: Date) => ({
  status: 'submitted' as const,
  createdAt: at.toISOString(),
  updatedAt: at.toISOString(),
  decidedAt: null,
  reason: null,
  comment: null,
})

const hashesOf = (files: readonly { sha256: string }[]): string =>
  files
    .map(({ sha256 }) => sha256)
    .sort()
    .join()

const isSame = (existing: StoredRequest, message: string | null, files: readonly { sha256: string }[]): boolean =>
  existing.message === message && hashesOf(existing.files) === hashesOf(files)
