import { t } from '#console/texts.ts'
import type { ProjectState } from '#contract/console/project.ts'

/** Publishing an archived project again has a name of its own. */
export const stepName = (from: ProjectState, to: ProjectState): string =>
  from === 'archived' ? t('projects.step.again') : t(`projects.step.${to}`)
