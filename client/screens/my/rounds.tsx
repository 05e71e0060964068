import { Link } from 'wouter-preact'
import { pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import type { ProjectRequest } from '#contract/request.ts'
import { listRounds } from '#contract/round.ts'
import { Icon } from '#ui/icon.tsx'
import { useCall } from '#ui/server/query.ts'
import { deadline } from '#ui/time/format.ts'

/** Ranked rounds in which the teams can choose, or have chosen; nothing when there are none. */
export function MyRounds({ requests }: { requests: ProjectRequest[] }) {
  const { answer } = useCall(listRounds)
  const rounds = (answer?.rounds ?? []).filter(
    ({ slug, mode, state }) =>
      mode === 'ranked' &&
      (state === 'open' || ((state === 'sealed' || state === 'published') && requests.some(({ round }) => round === slug))),
  )
  if (rounds.length === 0) return null
  return (
    <section aria-labelledby="my-rounds">
      <h2 id="my-rounds">{t('rounds.mine')}</h2>
      <ul class="rows">
        {rounds.map(({ slug, name, state, closesAt }) => (
          <li key={slug}>
            <Link href={pathTo('choices', { slug })} class="rows-item">
              <Icon name="flag" />
              <span>
                {t('next.toChoices')}
                <small dir="auto">{t(`rounds.row.${state}`, { round: name, when: deadline(closesAt) })}</small>
              </span>
              <Icon name="next" size={20} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
