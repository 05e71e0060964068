import { Link } from 'wouter-preact'
import { paths } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { listRounds, type Round } from '#contract/round.ts'
import { Icon } from '#ui/icon.tsx'
import { useCall } from '#ui/server/query.ts'
import { deadline } from '#ui/time/format.ts'

/** The state that matters most now. */
const states = ['open', 'published', 'sealed', 'announced', 'ended'] as const

function hintOf(rounds: Round[]): string {
  const [first] = rounds.toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state))
  const { name, state, opensAt, closesAt } = first!
  return t(`rounds.row.${state}`, { round: name, when: deadline(state === 'announced' ? opensAt : closesAt) })
}

/** The way to the rounds; nothing in a directory without rounds. */
export function RoundRow() {
  const { answer } = useCall(listRounds)
  if (!answer || answer.rounds.length === 0) return null
  return (
    <li>
      <Link href={paths.rounds} class="rows-item">
        <Icon name="flag" />
        <span>
          {t('rounds.row')}
          <small dir="auto">{hintOf(answer.rounds)}</small>
        </span>
        <Icon name="next" size={20} />
      </Link>
    </li>
  )
}
