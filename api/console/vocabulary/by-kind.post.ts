import { handle } from '#api/app.ts'
import { createWord } from '#contract/console/vocabulary.ts'
import { insertTerm, listTerms, lockTerms } from '#store/vocabulary/console.ts'
import { termAuditDetail, termFrom, termIn } from './terms.ts'

export default handle(createWord, ({ params: { kind }, body, change, record }) =>
  change(async (sql) => {
    const term = termFrom(kind, body, await lockTerms(sql, kind))
    const id = await insertTerm(sql, kind, term)
    record(`${kind} ${id}`, termAuditDetail(term))
    return termIn(await listTerms(sql, kind), id)
  }),
)
