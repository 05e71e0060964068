import { handle } from '#api/app.ts'
import { createRequest } from '#contract/request.ts'
import { Refusal } from '#http/problem.ts'
import type { Upload } from '#http/upload.ts'
import { datesOf, isBusy, whyNotApply } from '#rules/request.ts'
import { readText } from '#rules/text.ts'
import { lockForApplication, type StoredRequest } from '#store/request.ts'
import { insertRequest } from '#store/request-change.ts'
import { keepAll, keepEarly, refuse, refuseIfFull, requestView } from './request/request-view.ts'

export default handle(createRequest, async ({ app, caller, body, files, language, change, setHeader }) => {
  const message = readText(body.message)
  await keepEarly(app, caller.id, { team: body.team }, files)
  const shown = (request: StoredRequest) => {
    setHeader('Location', `${app.apiUrl}/request/${request.id}`)
    return requestView(request, language, app)
  }
  return change(async (sql) => {
    const at = app.now()
    const held = await lockForApplication(sql, body.project, body.team, caller.id)
    const { project, team, request: twin } = held
    if (!project) throw new Refusal('project_not_found', { slug: body.project })
    // A team that no project shows is nobody's business but its own.
    const maySeeTeam = team && (team.callersPlace !== null || team.isShown || caller.access !== 'member')
    if (!maySeeTeam) throw new Refusal('team_not_found', { team: body.team })
    if (team.callersPlace !== 'administrator') throw new Refusal('not_team_administrator', { team: team.name })
    // Whoever did not hear our answer says the same again.
    if (twin && isSame(twin, message, files)) return shown(twin)
    const standing = { isBusy: isBusy(team.worksOn, app.calendar(at)), hasApplied: twin !== null, waiting: team.waiting }
    const why = whyNotApply({ ...project, ...datesOf(project, app.calendar) }, standing, app.calendar(at))
    if (why) refuse(why, held, language, app)
    refuseIfFull(team.bytesKept, files)
    await keepAll(files)
    const made = await insertRequest(sql, { projectId: project.id, teamId: team.id, message, files }, { actorId: caller.id, at })
    return shown({ ...made, ...justSubmitted(at), team: team.id, project: project.slug, message })
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

const isSame = (twin: StoredRequest, message: string | null, files: Upload[]): boolean =>
  twin.message === message && hashesOf(twin.files) === hashesOf(files)
