import { handle } from '#api/app.ts'
import { Link } from '#contract/project.ts'
import { deleteLink } from '#contract/result.ts'
import { MAX_ID } from '#contract/shared.ts'
import { Refusal } from '#http/problem.ts'
import { findLinkToRemove, removeLink } from '#store/link.ts'

export default handle(deleteLink, ({ app, caller, params, change, refuseIfChanged }) =>
  change(async (sql) => {
    const id = Number(params.id)
    const found = id <= MAX_ID ? await findLinkToRemove(sql, id, caller.id, app.now()) : undefined
    const isHidden = !found?.link || !found.isPublished
    if (!found || (found.ownTeam === null && isHidden)) throw new Refusal('link_not_found', { link: id })
    if (found.ownTeam === null) throw new Refusal('not_working_on_it', { project: found.projectName })
    if (found.link) {
      refuseIfChanged(Link, found.link)
      await removeLink(sql, id, app.now())
    }
    return { id, status: 'deleted' } as const
  }),
)
