import { handle } from '#api/app.ts'
import { createWord } from '#contract/console/vocabulary.ts'
import { holdWords, insertWord, listWords } from '#store/console-vocabulary.ts'
import { detailOf, wordFrom, wordIn } from './words.ts'

export default handle(createWord, ({ params: { kind }, body, change, record }) =>
  change(async (sql) => {
    const word = wordFrom(kind, body, await holdWords(sql, kind))
    const id = await insertWord(sql, kind, word)
    record(`${kind} ${id}`, detailOf(word))
    return wordIn(await listWords(sql, kind), id)
  }),
)
