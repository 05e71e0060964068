import { handle } from '#api/app.ts'
import { saveProjects } from '#contract/saved.ts'
import { lockPerson } from '#store/person/account.ts'
import { insertSaved } from '#store/project/saved.ts'

export default handle(saveProjects, ({ app, caller, body, change }) =>
  change(async (sql) => {
    const ids = new Set(body.slugs.flatMap((slug) => app.catalog.idOfSlug(slug) ?? []))
    await Promise.all([lockPerson(sql, caller.id), insertSaved(sql, caller.id, [...ids], app.now())])
  }),
)
