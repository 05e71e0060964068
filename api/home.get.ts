import { handle } from '#api/app.ts'
import { getHome } from '#contract/project.ts'

export default handle(getHome, ({ app }) => app.catalog.home())
