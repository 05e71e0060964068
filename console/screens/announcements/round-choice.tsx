import { t } from '#console/texts.ts'
import type { AudienceKind } from '#contract/console/announcement.ts'
import { type ListedRound, listConsoleRounds } from '#contract/console/round.ts'
import { Select } from '#ui/form/field.tsx'
import { useCall } from '#ui/server/query.ts'
import { isOfRound } from './labels.tsx'

/** The rounds whose teams can be chosen; by places only once the results are published. */
export function useRounds(): (kind: AudienceKind) => ListedRound[] {
  const rounds = useCall(listConsoleRounds, undefined, { isPrivate: true, isSaved: false }).answer?.rounds ?? []
  return (kind) =>
    isOfRound(kind)
      ? rounds.filter(
          ({ mode, state, publishedAt }) => mode === 'ranked' && state !== 'draft' && (kind === 'round-teams' || publishedAt !== null),
        )
      : []
}

type Props = { rounds: ListedRound[]; slug: string; onChoose(slug: string): void }

export const RoundChoice = ({ rounds, slug, onChoose }: Props) => (
  <Select label={t('announcements.round')} value={slug} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
    <option value="">{t('announcements.round.choose')}</option>
    {rounds.map((round) => (
      <option key={round.slug} value={round.slug}>
        {round.name}
      </option>
    ))}
  </Select>
)
