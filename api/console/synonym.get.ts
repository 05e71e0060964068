import { handle } from '#api/app.ts'
import { listSynonyms } from '#contract/console/synonym.ts'
import { sortedSynonyms } from '#rules/console/synonym.ts'
import { listSynonyms as listEntries } from '#store/vocabulary/synonym.ts'

export default handle(listSynonyms, async ({ app }) => ({ entries: sortedSynonyms(await listEntries(app.sql)) }))
