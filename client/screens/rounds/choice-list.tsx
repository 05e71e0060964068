import { Link } from 'wouter-preact'
import { pathTo } from '#client/routes.ts'
import { withdrawRequest } from '#contract/request.ts'
import type { RoundDetail, TeamChoices } from '#contract/round.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { isRemoving, removeLater } from '#ui/dialog/removal.ts'
import { Icon } from '#ui/icon.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { Empty } from '#ui/states.tsx'
import { FileNote } from './file-note.tsx'
import { placesAndTeams } from './projects.tsx'
import { moved, Sortable } from './sortable.tsx'
import { r } from './texts.ts'
import type { ChoicesQuery } from './use-choices.ts'
import { type Order, useOrder } from './use-order.ts'
import { type Found, nameOf } from './use-projects.ts'

export type Parts = { round: RoundDetail; team: TeamChoices; projects: Found; query: ChoicesQuery }

const SavingState = ({ state }: Pick<Order, 'state'>) => (
  <p class="choices-state soft" role="status">
    {state === 'saved' && <Icon name="check" size={16} />}
    {state === 'saving' ? r('choices.saving') : state === 'saved' ? r('choices.saved') : ''}
  </p>
)

/** Why the last change was not saved, and what to do. */
function NotSaved({ order: { state, reason, again, drop } }: { order: Order }) {
  if (state === 'conflict')
    return (
      <div class="choices-conflict" role="alert">
        <strong>{r('choices.conflict')}</strong>
        <p>{r('choices.conflict.text')}</p>
        <div class="row">
          <Button look="soft" onClick={again}>
            {r('choices.mine')}
          </Button>
          <Button look="plain" onClick={drop}>
            {r('choices.keep')}
          </Button>
        </div>
      </div>
    )
  if (state === 'failed')
    return (
      <div class="choices-conflict" role="alert">
        <strong>{r('choices.failed')}</strong>
        <p>{reason}</p>
        <div class="row">
          <Button look="soft" onClick={again}>
            {r('choices.retry')}
          </Button>
          <Button look="plain" onClick={drop}>
            {r('choices.undo')}
          </Button>
        </div>
      </div>
    )
  return null
}

/** Why the list cannot be changed; null if it can. */
function whyFixed(round: RoundDetail, { isAdministrator }: TeamChoices): string | null {
  if (round.state === 'announced') return r('choices.early')
  if (round.abandonedAt !== null) return r('round.abandoned')
  if (round.state !== 'open') return r('choices.frozen')
  return isAdministrator ? null : r('choices.readOnly')
}

function NoChoices({ round, team }: Pick<Parts, 'round' | 'team'>) {
  const isOpen = round.state === 'open'
  const canChoose = isOpen && team.isAdministrator
  const text = canChoose
    ? r('choices.empty.text')
    : isOpen
      ? r('choices.empty.member')
      : round.state === 'announced'
        ? r('choices.early')
        : r('choices.empty.late')
  return (
    <>
      <Empty
        icon="flag"
        title={r('choices.empty')}
        action={canChoose && <ButtonLink to={`${pathTo('round', { slug: round.slug })}#projects`}>{r('round.choose')}</ButtonLink>}
      >
        {text}
      </Empty>
      {isOpen && <FileNote round={round} />}
    </>
  )
}

/** The list of a team, to be put into order while the round is open. */
export function ChoiceList({ round, team, projects, query }: Parts) {
  const order = useOrder(round.slug, team, query)
  const fixed = whyFixed(round, team)
  const isFixed = fixed !== null || !isOnline.value
  const shown = order.order.filter((id) => !isRemoving(`choice ${id}`))
  const choiceOf = (id: number) => team.choices.find(({ request }) => request === id)!

  const remove = (id: number) =>
    removeLater(`choice ${id}`, {
      done: r('choices.removed', { project: nameOf(projects, choiceOf(id).project) }),
      remove: () => call(withdrawRequest, { params: { id: String(id) } }),
    })
  const move = (from: number, to: number) => {
    const hidden = order.order.filter((id) => isRemoving(`choice ${id}`)) // being removed: at the end, until they are gone
    order.set([...moved(shown, from, to), ...hidden])
  }
  const items = shown.map((id) => {
    const { project: slug } = choiceOf(id)
    const project = projects.get(slug)
    const name = nameOf(projects, slug)
    return {
      id,
      name,
      content: (
        <>
          <Link href={pathTo('request', { id })} class="sortable-name" dir="auto">
            {name}
          </Link>
          {project && <small class="soft">{placesAndTeams(project, true)}</small>}
          {!isFixed && (
            <button type="button" class="choices-remove" aria-label={r('choices.removeOf', { project: name })} onClick={() => remove(id)}>
              {r('choices.remove')}
            </button>
          )}
        </>
      ),
    }
  })
  if (items.length === 0) return <NoChoices round={round} team={team} />
  const isFull = shown.length >= round.mostChoices
  return (
    <section class="stack" aria-label={r('choices.title')}>
      <div>
        <p>{fixed ?? r('choices.lead')}</p>
        {fixed === null && <p class="soft">{r(round.rule === 'fair' ? 'choices.true' : 'choices.tactics')}</p>}
      </div>
      <div class="spread">
        <strong>{r('choices.of', { count: shown.length, most: round.mostChoices })}</strong>
        <SavingState state={order.state} />
      </div>
      <NotSaved order={order} />
      <Sortable items={items} label={r('choices.list', { team: team.name })} isFixed={isFixed} onMove={move} />
      {fixed === null && isFull && <p class="soft">{r('choices.full')}</p>}
      {fixed === null && !isFull && (
        <ButtonLink look="plain" icon="plus" to={`${pathTo('round', { slug: round.slug })}#projects`}>
          {r('choices.add')}
        </ButtonLink>
      )}
      <FileNote round={round} />
    </section>
  )
}
