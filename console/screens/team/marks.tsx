import { t } from '#console/texts.ts'
import type { ListedTeam } from '#contract/console/team.ts'
import { dayAt, moment } from '#ui/time/format.ts'

/** How the team came about, whether it looks for people, and when it was disbanded. */
export const TeamMarks = ({
  team: { formedBy, isLooking, disbandedAt },
}: {
  team: Pick<ListedTeam, 'formedBy' | 'isLooking' | 'disbandedAt'>
}) => (
  <>
    {formedBy === 'members' && <span class="badge">{t('formation.byMembers')}</span>}
    {isLooking && <span class="badge badge-active">{t('formation.looking')}</span>}
    {disbandedAt && (
      <span class="badge badge-left" title={moment(disbandedAt)}>
        {t('formation.disbanded', { day: dayAt(disbandedAt) })}
      </span>
    )}
  </>
)
