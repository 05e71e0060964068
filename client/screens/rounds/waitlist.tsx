import { Link } from 'wouter-preact'
import { pathTo } from '#client/routes.ts'
import type { TeamChoices } from '#contract/round.ts'
import { setWaiting } from '#contract/round-after.ts'
import { useAct } from '#ui/act/act.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import type { Parts } from './choice-list.tsx'
import { r } from './texts.ts'
import { nameOf } from './use-projects.ts'

type Choice = TeamChoices['choices'][number]

/** The projects the team waits for, and those it has left. Offers: offers.tsx. */
export function Waitlist({ round, team: { team, choices, result, offers, isAdministrator }, projects }: Parts) {
  const { act, error, isBusy } = useAct()
  const waiting = choices.filter(({ isWaiting, request }) => isWaiting && !offers.some((offer) => offer.request === request))
  const left = choices.filter(({ hasLeftWaitlist }) => hasLeftWaitlist)
  const isOver = round.state === 'ended'
  if (isOver && waiting.length === 0) return null
  const text = isOver ? 'waitlist.over' : waiting.length > 0 ? 'waitlist.text' : result?.rank === 1 ? 'waitlist.first' : 'waitlist.none'
  const mayChange = isAdministrator && isOnline.value && !isOver
  const set = ({ request, project }: Choice, isWaiting: boolean) =>
    act(() => call(setWaiting, { params: { slug: round.slug }, body: { team, request, isWaiting } }), {
      done: r(isWaiting ? 'waitlist.returned' : 'waitlist.left', { project: nameOf(projects, project) }),
    })
  return (
    <section class="stack" aria-labelledby="waitlist">
      <h2 id="waitlist">{r('waitlist.title')}</h2>
      <p class="soft">{r(text)}</p>
      {waiting.length > 0 && (
        <ul class="rows">
          {waiting.map((choice) => (
            <li key={choice.request} class="waiting">
              <Link href={pathTo('project', { slug: choice.project })} class="rows-item">
                <Icon name="clock" />
                <span>
                  <span dir="auto">{nameOf(projects, choice.project)}</span>
                  <small>{r('waitlist.rank', { rank: choice.rank })}</small>
                </span>
                {!mayChange && <Icon name="next" size={20} />}
              </Link>
              {mayChange && (
                <IconButton
                  icon="close"
                  name={r('waitlist.leave', { project: nameOf(projects, choice.project) })}
                  disabled={isBusy}
                  onClick={() => void set(choice, false)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {left.length > 0 && (
        <>
          <p class="soft">{r('waitlist.leftText')}</p>
          <ul class="rows">
            {left.map((choice) => (
              <li key={choice.request} class="wish">
                <Icon name="close" />
                <span dir="auto">{nameOf(projects, choice.project)}</span>
                {mayChange && (
                  <Button
                    look="soft"
                    disabled={isBusy}
                    aria-label={r('waitlist.returnOf', { project: nameOf(projects, choice.project) })}
                    onClick={() => void set(choice, true)}
                  >
                    {r('waitlist.return')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <ErrorMessage of={error} />
    </section>
  )
}
