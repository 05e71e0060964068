import { Link } from 'wouter-preact'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import type { Today } from '#contract/console/today.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { clock, deadline } from '#ui/time/format.ts'

type Need = Today['rounds'][number]

const icons: Record<Need['need'], IconName> = {
  problem: 'warning',
  closing: 'clock',
  place: 'team',
  publish: 'edit',
  publishing: 'send',
  answers: 'message',
}

function textOf({ need, at, count }: Need): string {
  if (need === 'closing') return `${t('today.rounds.closing', { when: deadline(at!) })} ${t('today.rounds.teams', { count })}`
  if (need === 'publishing') return t('today.rounds.publishing', { time: clock(at!) })
  if (need === 'answers') return t('today.rounds.answers', { count, when: deadline(at!) })
  return t(`today.rounds.${need}`)
}

/** Rounds that need something now, each with a link to its page. */
export const Rounds = ({ rounds }: { rounds: Today['rounds'] }) =>
  rounds.length > 0 && (
    <section class="stack" aria-labelledby="rounds">
      <h2 id="rounds">{t('rounds.title')}</h2>
      <ul class="rows">
        {rounds.map((round) => (
          <li key={round.id}>
            <Link class="rows-item" href={pathTo('round', { id: round.id })}>
              <Icon name={icons[round.need]} size={20} />
              <span>
                <bdi>{round.name}</bdi>
                <small>{textOf(round)}</small>
              </span>
              <Icon name="next" size={20} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
