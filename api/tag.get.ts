import { listTags } from '#contract/vocabulary/tag.ts'
import { handle } from './app.ts'

export default handle(listTags, ({ app }) => app.catalog.tags())
