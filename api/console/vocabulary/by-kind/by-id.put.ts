import { handle } from '#api/app.ts'
import { changesOf, refuseIfBuiltIn, refuseIfWordChanged, wordFrom, wordIn } from '#api/console/vocabulary/words.ts'
import { updateWord } from '#contract/console/vocabulary.ts'
import { holdWords, updateWord as keepWord } from '#store/console-vocabulary.ts'

export default handle(updateWord, (context) =>
  context.change(async (sql) => {
    const { kind } = context.params
    const words = await holdWords(sql, kind)
    const before = wordIn(words, context.params.id)
    refuseIfWordChanged(context, kind, before, words)
    // What is not mentioned stays as it is.
    const draft = { ...before, ...context.body }
    const word = wordFrom(
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
