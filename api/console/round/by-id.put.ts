import { handle } from '#api/app.ts'
import { ConsoleRound, updateRound } from '#contract/console/round.ts'
import { refuseIfFaulty } from '#http/response/problem.ts'
import { editableIn, roundKeys, untilOpen } from '#rules/round/round.ts'
import { lockRounds } from '#store/round/edit.ts'
import { insertRoundChanges } from '#store/round/round.ts'
import { roundAuditDetail, roundChanges } from './round-changes.ts'
import {
  endsEarly,
  lockedRound,
  refuseIfBeyond,
  refuseIfIncomplete,
  refuseRoundUnless,
  roundFrom,
  setProjects,
  windowFaults,
  writeRound,
} from './round-input.ts'
import { consoleRound } from './round-view.ts'

export default handle(updateRound, ({ app, caller, params, body, change, record, language, refuseIfChanged }) =>
  change(async (sql) => {
    const { slugs } = await lockRounds(sql)
    const round = await lockedRound(sql, params.id)
    const at = app.now()
    refuseIfChanged(ConsoleRound, await consoleRound(app, sql, round.id, language))
    const after = roundFrom(body, round, slugs, app)
    const keys = roundKeys.filter((key) => round[key] !== after[key])
    for (const key of keys) refuseRoundUnless(round, editableIn[key], language, at)
    if (round.bundleFor === 'participants' && after.bundleFor === 'everyone') refuseRoundUnless(round, untilOpen, language, at)
    const state = refuseRoundUnless(round, body.projects ? editableIn.projects : editableIn.name, language, at)
    if (state !== 'draft') refuseIfFaulty(windowFaults(after, keys, at))
    if (after.mostChoices < round.mostChoices) await refuseIfBeyond(sql, after, round.id)
    if (keys.length > 0) await writeRound(sql, round.id, after, at)
    const projects = body.projects
      ? await setProjects(sql, { ...after, id: round.id }, body.projects, { state, at, language })
      : { added: [], removed: [] }
    const isOpen = state !== 'draft' && state !== 'ended'
    if (isOpen && keys.length + projects.added.length > 0)
      refuseIfIncomplete(after.name, (await endsEarly(sql, { ...after, id: round.id }, app)) ? ['dates'] : [], language)
    if (state !== 'draft') await insertRoundChanges(sql, round, roundChanges(round, after, keys, projects), { actorId: caller.id, at })
    if (keys.length + projects.added.length + projects.removed.length > 0)
      record(`round ${round.id}`, roundAuditDetail(round, after, keys, projects))
    return consoleRound(app, sql, round.id, language)
  }),
)
