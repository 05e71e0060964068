import { handle } from '#api/app.ts'
import { listSearchSynonyms } from '#contract/vocabulary/synonym.ts'

export default handle(listSearchSynonyms, ({ app }) => app.catalog.synonyms())
