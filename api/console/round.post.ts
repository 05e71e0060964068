import { handle } from '#api/app.ts'
import { createRound } from '#contract/console/round.ts'
import { MOST_DRAFT_ROUNDS } from '#contract/round.ts'
import { Refusal } from '#http/response/problem.ts'
import { insertRound, lockRounds } from '#store/round/edit.ts'
import { roundFrom, setProjects } from './round/round-input.ts'
import { consoleRound } from './round/round-view.ts'

export default handle(createRound, ({ app, body, change, record, language, setHeader }) =>
  change(async (sql) => {
    const at = app.now()
    const { slugs, drafts } = await lockRounds(sql)
    if (drafts >= MOST_DRAFT_ROUNDS) throw new Refusal('too_many_rounds', { limit: MOST_DRAFT_ROUNDS })
    const round = roundFrom(body, null, slugs, app)
    const id = await insertRound(sql, round, at)
    const { added } = await setProjects(sql, { ...round, id }, body.projects ?? [], { state: 'draft', at, language })
    record(`round ${id}`, { name: round.name, slug: round.slug, projects: added })
    setHeader('Location', `${app.apiUrl}/console/round/${id}`)
    return consoleRound(app, sql, id, language)
  }),
)
