import { changeWork } from '#actions/round/waitlist.ts'
import { handle, momentOf } from '#api/app.ts'
import { lockedProject, projectView } from '#api/console/project/project-input.ts'
import { setProjectState } from '#contract/console/project.ts'
import { Refusal } from '#http/response/problem.ts'
import { outcomeOf, whyNotStep } from '#rules/project/state.ts'
import { stepInWords } from '#rules/text/state-texts.ts'
import { lockTeamsAtWork, moveProject } from '#store/project/change.ts'
import { findConsoleProject } from '#store/project/console.ts'

export default handle(setProjectState, ({ app, params, body, language, change, record }) =>
  change(async (sql) => {
    const present = await lockedProject(sql, params.id)
    const { id, state, name, requestsOpen } = present
    const next = body.state
    // Double click, or retry after a lost response.
    if (state === next) return projectView(present, app)
    const why = whyNotStep(state, next, requestsOpen)
    if (why) throw new Refusal(why, { project: name, count: requestsOpen, ...stepInWords(state, next, language) })
    const outcome = outcomeOf(next)
    if (outcome !== null) await lockTeamsAtWork(sql, id)
    const at = app.now()
    const move = () => moveProject(sql, id, { state: next, outcome }, at)
    const ended = await changeWork(sql, { projects: [id] }, momentOf(app, at), move)
    record(`project ${id}`, { name, state: [state, next], ...(ended > 0 ? { teamsEnded: ended } : {}) })
    return projectView((await findConsoleProject(sql, id))!, app)
  }),
)
