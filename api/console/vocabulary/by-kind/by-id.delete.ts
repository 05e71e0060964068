import { handle } from '#api/app.ts'
import { refuseIfBuiltIn, refuseIfTermChanged, termAuditDetail, termIn } from '#api/console/vocabulary/terms.ts'
import { deleteWord } from '#contract/console/vocabulary.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { countRemovedFiles, lockUses, removeTerm } from '#store/vocabulary/console.ts'

export default handle(deleteWord, (context) =>
  context.change(async (sql) => {
    const { kind } = context.params
    const id = readId(context.params.id)
    const terms = await lockUses(sql, kind, [id])
    const term = termIn(terms, context.params.id)
    refuseIfTermChanged(context, kind, term, terms)
    refuseIfBuiltIn(term)
    const count = term.uses + (kind === 'file-type' ? await countRemovedFiles(sql, id) : 0)
    if (count > 0) throw new Refusal('word_in_use', { count })
    await removeTerm(sql, kind, id)
    context.record(`${kind} ${id}`, termAuditDetail(term))
    return { id, status: 'deleted' as const }
  }),
)
