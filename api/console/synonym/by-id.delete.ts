import { handle } from '#api/app.ts'
import { deleteSynonym } from '#contract/console/synonym.ts'
import { lockSynonyms, removeSynonym } from '#store/vocabulary/synonym.ts'
import { entryIn, refuseIfEntryChanged, synonymAuditDetail } from './entries.ts'

export default handle(deleteSynonym, (context) =>
  context.change(async (sql) => {
    const entries = await lockSynonyms(sql)
    const entry = entryIn(entries, context.params.id)
    refuseIfEntryChanged(context, entry, entries)
    await removeSynonym(sql, entry.id)
    context.record(`synonym ${entry.id}`, synonymAuditDetail(entry))
    return { id: entry.id, status: 'deleted' as const }
  }),
)
