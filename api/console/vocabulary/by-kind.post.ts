import { handle } from '#api/app.ts'
import { createWord } from '#contract/console/vocabulary.ts'
import { insertTerm, listWords, lockTerms } from '#store/console-vocabulary.ts'
import { detailOf, termFrom, termIn } from './terms.ts'

export default handle(createWord, ({ params: { kind }, body, change, record }) =>
  change(async (sql) => {
    const word = termFrom(kind, body, await lockTerms(sql, kind))
    const id = await insertTerm(sql, kind, word)
    record(`${kind} ${id}`, detailOf(word))
    return termIn(await listWords(sql, kind), id)
  }),
)
