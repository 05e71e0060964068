import { t } from '#console/texts/index.ts'
import type { ConsoleTeam } from '#contract/console/team.ts'

/** How the work so far would end, in words. */
export const endingOf = ({ name, status }: NonNullable<ConsoleTeam['project']>): string =>
  t(status === 'completed' ? 'teams.move.finished' : 'teams.move.left', { project: name })
