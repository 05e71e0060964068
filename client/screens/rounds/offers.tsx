import type { TeamChoices } from '#contract/round.ts'
import { acceptOffer, declineOffer } from '#contract/round-after.ts'
import { useAct } from '#ui/act/act.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Button } from '#ui/button.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { refreshAll } from '#ui/server/query.ts'
import type { Parts } from './choice-list.tsx'
import { Countdown } from './countdown.tsx'
import { r } from './texts.ts'
import { useCurrentProject } from './use-current-project.ts'
import { nameOf } from './use-projects.ts'

type Act = ReturnType<typeof useAct>
type Offer = TeamChoices['offers'][number]

function OfferCard({ offer, round, team, projects, act, isBusy }: Parts & { offer: Offer } & Pick<Act, 'act' | 'isBusy'>) {
  const project = nameOf(projects, offer.project)
  const params = { slug: round.slug, id: String(offer.id) }
  const accept = () => act(() => call(acceptOffer, { params }), { done: r('offer.accepted', { project }) })
  const decline = () => act(() => call(declineOffer, { params }), { done: r('offer.declined') })
  const own = useCurrentProject(round, team)
  return (
    <li class="card stack offer">
      <h2 dir="auto">{r('offer.title', { project })}</h2>
      <Countdown until={offer.dueAt} text="left.answer" over="left.over" hasTime onEnd={() => void refreshAll()} />
      <p>{r('offer.text', { rank: offer.rank })}</p>
      {own !== null && <p dir="auto">{r('offer.giveUp', { project: nameOf(projects, own) })}</p>}
      {team.isAdministrator ? (
        <div class="row">
          <Button isBusy={isBusy} disabled={!isOnline.value} aria-label={r('offer.acceptOf', { project })} onClick={() => void accept()}>
            {r('offer.accept')}
          </Button>
          <Button look="plain" disabled={!isOnline.value} aria-label={r('offer.declineOf', { project })} onClick={() => void decline()}>
            {r('offer.decline')}
          </Button>
        </div>
      ) : (
        <p class="soft">{r('offer.admin')}</p>
      )}
    </li>
  )
}

/** Free places that are offered to the team, each with its deadline. */
export function Offers(parts: Parts) {
  const { act, error, isBusy } = useAct() // a reason stays when its card is gone
  const { offers } = parts.team
  if (offers.length === 0 && error === null) return null
  return (
    <>
      <ErrorMessage of={error} />
      <ul class="bare stack">
        {offers.map((offer) => (
          <OfferCard key={offer.id} {...parts} offer={offer} act={act} isBusy={isBusy} />
        ))}
      </ul>
    </>
  )
}
