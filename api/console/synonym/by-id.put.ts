import { handle } from '#api/app.ts'
import { updateSynonym } from '#contract/console/synonym.ts'
import { changesBetween, shortened } from '#rules/console/audit.ts'
import { synonymTitle } from '#rules/console/synonym.ts'
import { lockSynonyms, updateSynonym as storeSynonym } from '#store/vocabulary/synonym.ts'
import { entryIn, refuseIfEntryChanged, synonymFrom } from './entries.ts'

export default handle(updateSynonym, (context) =>
  context.change(async (sql) => {
    const entries = await lockSynonyms(sql)
    const before = entryIn(entries, context.params.id)
    refuseIfEntryChanged(context, before, entries)
    const synonym = synonymFrom(
      context.body,
      entries.filter((other) => other !== before),
    )
    const changes = changesBetween(before, synonym as typeof before)
    if (Object.keys(changes).length > 0) {
      await storeSynonym(sql, before.id, synonym)
      context.record(`synonym ${before.id}`, { word: shortened(synonymTitle(before)), ...changes })
    }
    return { id: before.id, ...synonym }
  }),
)
