import { handle } from '#api/app.ts'
import { listGroups } from '#contract/console/responsibility.ts'
import { listGroups as list } from '#store/person/responsibility.ts'

export default handle(listGroups, async ({ app }) => ({ groups: await list(app.sql) }))
