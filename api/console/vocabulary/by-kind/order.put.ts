import { handle } from '#api/app.ts'
import { orderText, termsOf } from '#api/console/vocabulary/terms.ts'
import { orderWords, Terms } from '#contract/console/vocabulary.ts'
import { Refusal } from '#http/response/problem.ts'
import { isOrderOf } from '#rules/console/vocabulary.ts'
import { lockTerms, orderTerms as storeOrder } from '#store/vocabulary/console.ts'

export default handle(orderWords, ({ params: { kind }, body: { ids }, change, record, refuseIfChanged }) =>
  change(async (sql) => {
    if (kind === 'tag') throw new Refusal('invalid_order')
    const before = await lockTerms(sql, kind)
    refuseIfChanged(Terms, { words: before })
    if (!isOrderOf(ids, before)) throw new Refusal('invalid_order')
    if (before.every(({ id }, index) => id === ids[index])) return { words: before }
    await storeOrder(sql, kind, ids)
    const after = await termsOf(sql, kind)
    record(kind, { order: [orderText(before), orderText(after.words)] })
    return after
  }),
)
