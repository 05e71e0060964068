import { changeWork } from '#actions/round/waitlist.ts'
import { handle, momentOf } from '#api/app.ts'
import { choicesView } from '#api/round/choices-view.ts'
import { lockedOffer } from '#api/round/locked-offer.ts'
import { acceptOffer } from '#contract/round-after.ts'
import { Refusal } from '#http/response/problem.ts'
import { acceptOffer as accept } from '#store/round/offer.ts'

export default handle(acceptOffer, ({ app, caller, params, language, change }) =>
  change(async (sql) => {
    const moment = momentOf(app, app.now())
    const offer = await lockedOffer(sql, params, caller.id, moment)
    if (offer.state !== 'accepted') {
      // A curator may have given the place to another team, or another project to this one.
      if (!offer.isOpen || !offer.hasPlace || !offer.isWanted) throw new Refusal('offer_over')
      await changeWork(sql, { teams: [offer.team] }, moment, () => accept(sql, offer, { actorId: caller.id, ...moment }))
    }
    return choicesView(app, { sql, round: offer.round, personId: caller.id, language })
  }),
)
