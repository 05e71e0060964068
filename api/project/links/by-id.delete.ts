import { handle } from '#api/app.ts'
import { Link } from '#contract/project.ts'
import { deleteLink } from '#contract/result.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { findLinkToRemove, removeLink } from '#store/project/link.ts'

export default handle(deleteLink, ({ app, caller, params, change, refuseIfChanged }) =>
  change(async (sql) => {
    const id = readId(params.id)
    const found = await findLinkToRemove(sql, id, caller.id, app.now())
    const isHidden = !found?.link || !found.isPublished
    if (!found || (found.ownTeam === null && isHidden)) throw new Refusal('link_not_found', { link: params.id })
    if (found.ownTeam === null) throw new Refusal('not_working_on_it', { project: found.projectName })
    if (found.link) {
      refuseIfChanged(Link, found.link)
      await removeLink(sql, id, app.now())
    }
    return { id, status: 'deleted' } as const
  }),
)
