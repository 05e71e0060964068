import { t } from '#console/texts/index.ts'
import type { ProjectState } from '#contract/console/project.ts'

/** A way back is called otherwise than the way there. */
export const stepName = (from: ProjectState, to: ProjectState): string =>
  from === 'archived' ? t('projects.step.again') : t(`projects.step.${to}`)
