import { handle } from '#api/app.ts'
import { createSynonym } from '#contract/console/synonym.ts'
import { MOST_SYNONYMS } from '#contract/vocabulary/synonym.ts'
import { Refusal } from '#http/response/problem.ts'
import { insertSynonym, lockSynonyms } from '#store/vocabulary/synonym.ts'
import { synonymAuditDetail, synonymFrom } from './synonym/entries.ts'

export default handle(createSynonym, ({ body, change, record }) =>
  change(async (sql) => {
    const entries = await lockSynonyms(sql)
    const synonym = synonymFrom(body, entries)
    if (entries.length >= MOST_SYNONYMS) throw new Refusal('too_many_synonyms', { most: MOST_SYNONYMS })
    const id = await insertSynonym(sql, synonym)
    record(`synonym ${id}`, synonymAuditDetail(synonym))
    return { id, ...synonym }
  }),
)
