import { Link } from 'wouter-preact'
import { Confirm } from '#console/parts/confirm.tsx'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts/index.ts'
import type { EditedProject, ProjectState } from '#contract/console/project.ts'
import { outcomeOf } from '#rules/project-state.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { w } from '#ui/shared-texts.ts'
import { addressOf } from './basics.tsx'
import { meaningOf } from './date-hints.ts'
import { formOf } from './form.ts'
import { stepName } from './steps.ts'

type Props = {
  project: EditedProject
  wanted: ProjectState | null
  isBusy: boolean
  onYes(to: ProjectState): void
  onClose(): void
}

/** What the step means for everybody it concerns, before it is taken. */
function Consequences({ project, wanted }: { project: EditedProject; wanted: ProjectState }) {
  const { state, teamsWorking, slug } = project
  return (
    <>
      <p>
        {t(state === 'archived' ? 'projects.means.again' : `projects.means.${wanted}`)}{' '}
        {wanted === 'published' && meaningOf(formOf(project), project)}
      </p>
      {wanted === 'published' && (
        <p class="field-hint">
          <bdi dir="ltr">{addressOf(slug)}</bdi>
        </p>
      )}
      {outcomeOf(wanted) !== null && teamsWorking > 0 && (
        <p>
          <strong>{t(wanted === 'archived' ? 'projects.teamsFinish' : 'projects.teamsLose', { count: teamsWorking })}</strong>{' '}
          {project.teams
            .filter(({ isWorking }) => isWorking)
            .map(({ name }) => name)
            .join(', ')}
        </p>
      )}
    </>
  )
}

export function StateDialog({ project, wanted, isBusy, onYes, onClose }: Props) {
  const to = wanted ?? 'published'
  const title = t('projects.stepTitle', { step: stepName(project.state, to), name: project.name })
  const isBlocked = outcomeOf(to) !== null && project.requestsWaiting > 0
  if (isBlocked)
    return (
      <Dialog
        title={title}
        isOpen={wanted !== null}
        onClose={onClose}
        footer={
          <Button look="plain" onClick={onClose}>
            {w('close')}
          </Button>
        }
      >
        <p>{t('projects.stillWaiting', { count: project.requestsWaiting })}</p>
        <p>
          <Link href={pathTo('requests', {}, { project: project.slug })}>{t('projects.toRequests')}</Link>
        </p>
      </Dialog>
    )
  return (
    <Confirm
      title={title}
      isOpen={wanted !== null}
      isBusy={isBusy}
      isDangerous={to === 'withdrawn'}
      yes={stepName(project.state, to)}
      onYes={() => onYes(to)}
      onClose={onClose}
    >
      <Consequences project={project} wanted={to} />
    </Confirm>
  )
}
