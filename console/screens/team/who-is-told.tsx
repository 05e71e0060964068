import { t } from '#console/texts.ts'
import type { ConsoleTeam } from '#contract/console/team.ts'

/** Who gets an email when the project of the team changes. */
export function WhoIsTold({ members }: Pick<ConsoleTeam, 'members'>) {
  const count = members.filter(({ isActive }) => isActive).length
  return <p>{count === 0 ? t('teams.move.told.none') : t('teams.move.told', { count })}</p>
}
