import { handle } from '#api/app.ts'
import { createWord } from '#contract/console/vocabulary.ts'
import { holdWords, insertWord } from '#store/console-vocabulary.ts'
import { detailOf, wordFrom } from './words.ts'

export default handle(createWord, ({ params: { kind }, body, change, record }) =>
  change(async (sql) => {
    const word = wordFrom(kind, body, await holdWords(sql, kind))
    const id = await insertWord(sql, kind, word)
    record(`${kind} ${id}`, detailOf(word))
    return { id, ...word, uses: 0 }
  }),
)
