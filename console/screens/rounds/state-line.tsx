import { t } from '#console/texts.ts'
import type { ConsoleRound } from '#contract/console/round.ts'
import { type RoundState, roundStates } from '#contract/round.ts'
import { Icon } from '#ui/icon.tsx'
import { moment } from '#ui/time/format.ts'

const statesOf = ({ mode, abandonedAt }: ConsoleRound): readonly RoundState[] =>
  roundStates.filter((state) =>
    mode === 'direct' ? state !== 'sealed' && state !== 'published' : state !== 'published' || abandonedAt === null,
  )

function timeOf(state: RoundState, { mode, opensAt, closesAt, announcedAt, publishedAt, publishAt, endedAt }: ConsoleRound): string | null {
  if (state === 'announced') return announcedAt
  if (state === 'open') return opensAt
  if (state === 'sealed') return closesAt
  if (state === 'published') return publishedAt ?? publishAt
  return state === 'ended' ? (endedAt ?? (mode === 'direct' ? closesAt : null)) : null
}

/** The states of a round in a line, with their times. */
export function StateLine({ round }: { round: ConsoleRound }) {
  const states = statesOf(round)
  const current = states.indexOf(round.state)
  return (
    <ol class="bare state-line" aria-label={t('rounds.states')}>
      {states.map((state, index) => {
        const time = timeOf(state, round)
        const kind = index < current ? 'past' : index === current ? 'current' : 'future'
        return (
          <li key={state} class={`state-step state-${kind}`} aria-current={index === current ? 'step' : undefined}>
            <span class="state-dot" aria-hidden="true">
              {index < current && <Icon name="check" size={16} />}
            </span>
            <span class="state-name">
              {t(`rounds.state.${state}`)}
              {index === current && <span class="visually-hidden">, {t('rounds.state.now')}</span>}
            </span>
            {time && (
              <time class="state-time" dateTime={time}>
                {moment(time)}
              </time>
            )}
          </li>
        )
      })}
    </ol>
  )
}
