import { Link } from 'wouter-preact'
import { pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { listRounds } from '#contract/round.ts'
import { Icon } from '#ui/icon.tsx'
import { useCall } from '#ui/server/query.ts'

/** The round of a project; nothing until its name is known. */
export function useRoundOf(slug: string | null | undefined) {
  const { answer } = useCall(listRounds, undefined, { isOn: !!slug })
  return answer?.rounds.find((round) => round.slug === slug)
}

export function RoundChip({ slug }: { slug: string | null | undefined }) {
  const round = useRoundOf(slug)
  return round ? (
    <Link href={pathTo('round', { slug: round.slug })} class="chip round-chip">
      <Icon name="flag" size={18} />
      <bdi>{t('rounds.chip', { round: round.name })}</bdi>
    </Link>
  ) : null
}
