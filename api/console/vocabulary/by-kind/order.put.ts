import { handle } from '#api/app.ts'
import { orderSaid, wordsOf } from '#api/console/vocabulary/terms.ts'
import { orderWords, Words } from '#contract/console/vocabulary.ts'
import { Refusal } from '#http/problem.ts'
import { isOrderOf } from '#rules/vocabulary.ts'
import { lockTerms, orderWords as putInOrder } from '#store/console-vocabulary.ts'

export default handle(orderWords, ({ params: { kind }, body: { ids }, change, record, refuseIfChanged }) =>
  change(async (sql) => {
    if (kind === 'tag') throw new Refusal('invalid_order')
    const before = await lockTerms(sql, kind)
    refuseIfChanged(Words, { words: before })
    if (!isOrderOf(ids, before)) throw new Refusal('invalid_order')
    if (before.every(({ id }, place) => id === ids[place])) return { words: before }
    await putInOrder(sql, kind, ids)
    const after = await wordsOf(sql, kind)
    record(kind, { order: [orderSaid(before), orderSaid(after.words)] })
    return after
  }),
)
