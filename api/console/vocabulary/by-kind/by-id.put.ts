import { handle } from '#api/app.ts'
import { changesOf, refuseIfBuiltIn, refuseIfTermChanged, termFrom, termIn } from '#api/console/vocabulary/terms.ts'
import { updateWord } from '#contract/console/vocabulary.ts'
import { updateWord as keepWord, lockTerms } from '#store/console-vocabulary.ts'

export default handle(updateWord, (context) =>
  context.change(async (sql) => {
    const { kind } = context.params
    const words = await lockTerms(sql, kind)
    const before = termIn(words, context.params.id)
    refuseIfTermChanged(context, kind, before, words)
    // What is not mentioned stays as it is.
    const draft = { ...before, ...context.body }
    const word = termFrom(
      kind,
      draft,
      words.filter((other) => other !== before),
      before,
    )
    if (word.name !== before.name) refuseIfBuiltIn(before)
    const changes = changesOf(before, word)
    if (Object.keys(changes).length > 0) {
      await keepWord(sql, kind, before.id, word)
      context.record(`${kind} ${before.id}`, { word: before.name, ...changes })
    }
    return { ...before, ...word }
  }),
)
