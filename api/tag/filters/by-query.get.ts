import { handle } from '#api/app.ts'
import { findTags } from '#contract/vocabulary/tag.ts'

export default handle(findTags, ({ app, params }) => app.catalog.tags(params.query, 5))
