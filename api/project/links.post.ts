import { handle } from '#api/app.ts'
import { createLink } from '#contract/result.ts'
import { Refusal } from '#http/response/problem.ts'
import { linkLimit, platformFor, readLink } from '#rules/project/link.ts'
import { findProjectToLink, insertLink } from '#store/project/link.ts'

export default handle(createLink, ({ app, caller, body, change, setHeader }) =>
  change(async (sql) => {
    const link = readLink(body.link)
    const project = await findProjectToLink(sql, { slug: body.project, url: link, personId: caller.id })
    if (!project) throw new Refusal('project_not_found', { slug: body.project })
    if (project.ownTeam === null) throw new Refusal('not_working_on_it', { project: project.name })
    if (link === null) throw new Refusal('invalid_link')
    const platform = platformFor(body.platform ?? null, link, app.catalog.platforms())
    if (!platform) throw new Refusal('unknown_platform')
    const limit = linkLimit(project.teamsWorking)
    if (!project.same && project.linkCount >= limit) throw new Refusal('link_limit', { limit })
    const values = { projectId: project.id, teamId: project.ownTeam, platformId: platform.id, url: link, now: app.now() }
    const view = project.same ?? { id: await insertLink(sql, values), platform: platform.name, link }
    setHeader('Location', `${app.apiUrl}/project/links/${view.id}`)
    return view
  }),
)
