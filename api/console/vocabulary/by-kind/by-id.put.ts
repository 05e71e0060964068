import { handle } from '#api/app.ts'
import { refuseIfBuiltIn, refuseIfTermChanged, termChanges, termFrom, termIn } from '#api/console/vocabulary/terms.ts'
import { updateWord } from '#contract/console/vocabulary.ts'
import { lockTerms, updateTerm as storeTerm } from '#store/vocabulary/console.ts'

export default handle(updateWord, (context) =>
  context.change(async (sql) => {
    const { kind } = context.params
    const terms = await lockTerms(sql, kind)
    const before = termIn(terms, context.params.id)
    refuseIfTermChanged(context, kind, before, terms)
    // Omitted keys are not changed.
    const draft = { ...before, ...context.body }
    const term = termFrom(
      kind,
      draft,
      terms.filter((other) => other !== before),
      before,
    )
    if (term.name !== before.name) refuseIfBuiltIn(before)
    const changes = termChanges(before, term)
    if (Object.keys(changes).length > 0) {
      await storeTerm(sql, kind, before.id, term)
      context.record(`${kind} ${before.id}`, { word: before.name, ...changes })
    }
    return { ...before, ...term }
  }),
)
