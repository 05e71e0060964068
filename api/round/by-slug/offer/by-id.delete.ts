import { changeWork } from '#actions/round/waitlist.ts'
import { handle, momentOf } from '#api/app.ts'
import { choicesView } from '#api/round/choices-view.ts'
import { lockedOffer } from '#api/round/locked-offer.ts'
import { RoundChoices } from '#contract/round.ts'
import { declineOffer } from '#contract/round-after.ts'
import { Refusal } from '#http/response/problem.ts'
import { declineOffer as decline } from '#store/round/offer.ts'

export default handle(declineOffer, ({ app, caller, params, language, change, refuseIfChanged }) =>
  change(async (sql) => {
    const moment = momentOf(app, app.now())
    const offer = await lockedOffer(sql, params, caller.id, moment)
    const view = () => choicesView(app, { sql, round: offer.round, personId: caller.id, language })
    if (offer.state === 'declined') return view() // retry after a lost response
    refuseIfChanged(RoundChoices, await view())
    if (!offer.isOpen) throw new Refusal('offer_over')
    await changeWork(sql, { projects: [offer.project] }, moment, () => decline(sql, offer.id, moment.at))
    return view()
  }),
)
