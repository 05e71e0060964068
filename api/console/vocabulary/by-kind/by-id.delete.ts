import { handle } from '#api/app.ts'
import { detailOf, refuseIfBuiltIn, refuseIfWordChanged, wordIn } from '#api/console/vocabulary/words.ts'
import { deleteWord } from '#contract/console/vocabulary.ts'
import { Refusal } from '#http/problem.ts'
import { readId } from '#rules/id.ts'
import { countRemovedFiles, holdUses, removeWord } from '#store/console-vocabulary.ts'

export default handle(deleteWord, (context) =>
  context.change(async (sql) => {
    const { kind } = context.params
    const id = readId(context.params.id)
    const words = await holdUses(sql, kind, [id])
    const word = wordIn(words, context.params.id)
    refuseIfWordChanged(context, kind, word, words)
    refuseIfBuiltIn(word)
    const count = word.uses + (kind === 'file-type' ? await countRemovedFiles(sql, id) : 0)
    if (count > 0) throw new Refusal('word_in_use', { count })
    await removeWord(sql, kind, id)
    context.record(`${kind} ${id}`, detailOf(word))
    return { id, status: 'deleted' as const }
  }),
)
