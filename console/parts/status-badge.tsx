import { t } from '#console/texts.ts'
import type { ProjectStatus } from '#contract/project.ts'
import { freePlaces, isFull, type Places } from '#rules/project/project.ts'

type Props = { project: { status: ProjectStatus | null } & Partial<Places> }

/** The status of a published project; nothing for others. */
export function StatusBadge({ project: { status, teamLimit = null, teamsWorking = 0 } }: Props) {
  if (status === null) return null
  const text = isFull({ status, freePlaces: freePlaces({ teamLimit, teamsWorking }) }) ? t('status.full') : t(`status.${status}`)
  return <span class={`badge badge-${status}`}>{text}</span>
}
