import { t } from '#console/texts.ts'
import type { ConsoleTeam } from '#contract/console/team.ts'

/** What happens to the current assignment. */
export const endingOf = ({ name, status }: NonNullable<ConsoleTeam['project']>): string =>
  t(status === 'completed' ? 'teams.move.finished' : 'teams.move.left', { project: name })
