import { t } from '#console/texts.ts'
import type { ChoiceMark, ConsoleRound, RoundChoice, RoundTeam } from '#contract/console/round.ts'
import { Icon } from '#ui/icon.tsx'

/** The mark of a choice in words; null without one. */
export function markText({ mark, reason }: RoundChoice, isLocked: boolean): string | null {
  if (isLocked) return t('rounds.mark.locked')
  if (mark === null) return null
  const name = t(`rounds.mark.${mark}`).toLowerCase()
  return reason ? `${name}: ${reason}` : name
}

export function MarkIcon({ choice: { mark }, isLocked }: { choice: Pick<RoundChoice, 'mark'>; isLocked: boolean }) {
  if (isLocked) return <Icon name="lock" size={14} />
  if (mark === 'preferred') return <Icon name="star" size={14} />
  return mark === 'unsuitable' ? <Icon name="close" size={14} /> : null
}

/** What a person does with a choice: a mark, a lock, or the dialog with all options. */
export type OnChoice = (team: RoundTeam, choice: RoundChoice, what: ChoiceMark | 'none' | 'lock' | 'open') => void

/** What the published file tells of marks and teams put into projects by hand, and whom. */
export const FileNote = ({ round: { bundleFor } }: { round: ConsoleRound }) => (
  <p class="field-hint">
    {t('rounds.mark.published')} {t(`rounds.mark.readers.${bundleFor}`)}
  </p>
)

/** Why a team takes no part in the draw. */
export const TeamNotes = ({ team: { excluded } }: { team: RoundTeam }) =>
  excluded && (
    <span class="badge badge-declined" title={t('rounds.excluded.hint')}>
      {t(`rounds.excluded.${excluded}`)}
    </span>
  )
