import { Link } from 'wouter-preact'
import { pathTo } from '#client/routes.ts'
import { Icon } from '#ui/icon.tsx'
import type { Parts } from './choice-list.tsx'
import { r } from './texts.ts'
import { nameOf } from './use-projects.ts'

/** The projects the team waits for. Offers: offers.tsx. */
export function Waitlist({ round, team: { choices, result, offers }, projects }: Parts) {
  const waiting = choices.filter(({ isWaiting, request }) => isWaiting && !offers.some((offer) => offer.request === request))
  const isOver = round.state === 'ended'
  if (isOver && waiting.length === 0) return null
  const text = isOver ? 'waitlist.over' : waiting.length > 0 ? 'waitlist.text' : result?.rank === 1 ? 'waitlist.first' : 'waitlist.none'
  return (
    <section class="stack" aria-labelledby="waitlist">
      <h2 id="waitlist">{r('waitlist.title')}</h2>
      <p class="soft">{r(text)}</p>
      {waiting.length > 0 && (
        <ul class="rows">
          {waiting.map(({ request, project, rank }) => (
            <li key={request}>
              <Link href={pathTo('project', { slug: project })} class="rows-item">
                <Icon name="clock" />
                <span>
                  <span dir="auto">{nameOf(projects, project)}</span>
                  <small>{r('waitlist.rank', { rank })}</small>
                </span>
                <Icon name="next" size={20} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
