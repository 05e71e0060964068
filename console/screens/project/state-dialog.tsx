import { Link } from 'wouter-preact'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import type { ConsoleProject, ProjectState } from '#contract/console/project.ts'
import { outcomeOf } from '#rules/project/state.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Confirm } from '#ui/form/confirm.tsx'
import { w } from '#ui/shared-texts.ts'
import { addressOf } from './basics.tsx'
import { meaningOf } from './date-hints.ts'
import { formOf } from './form.ts'
import { stepName } from './steps.ts'

type Props = {
  project: ConsoleProject
  target: ProjectState | null
  isBusy: boolean
  onYes(to: ProjectState): void
  onClose(): void
}

function Consequences({ project, target }: { project: ConsoleProject; target: ProjectState }) {
  const { state, teamsWorking, slug } = project
  return (
    <>
      <p>
        {t(state === 'archived' ? 'projects.means.again' : `projects.means.${target}`)}{' '}
        {target === 'published' && meaningOf(formOf(project), project)}
      </p>
      {target === 'published' && (
        <p class="field-hint">
          <bdi dir="ltr">{addressOf(slug)}</bdi>
        </p>
      )}
      {outcomeOf(target) !== null && teamsWorking > 0 && (
        <p>
          <strong>{t(target === 'archived' ? 'projects.teamsFinish' : 'projects.teamsLose', { count: teamsWorking })}</strong>{' '}
          {project.teams
            .filter(({ isWorking }) => isWorking)
            .map(({ name }) => name)
            .join(', ')}
        </p>
      )}
    </>
  )
}

export function StateDialog({ project, target, isBusy, onYes, onClose }: Props) {
  const to = target ?? 'published'
  const title = t('projects.stepTitle', { step: stepName(project.state, to), name: project.name })
  const { requestsWaiting: waiting, choicesWaiting: choices, requestsOpen } = project
  const pending = requestsOpen - waiting - choices
  const isBlocked = outcomeOf(to) !== null && project.requestsOpen > 0
  if (isBlocked)
    return (
      <Dialog
        title={title}
        isOpen={target !== null}
        onClose={onClose}
        footer={
          <Button look="plain" onClick={onClose}>
            {w('close')}
          </Button>
        }
      >
        {waiting > 0 && (
          <>
            <p>{t('projects.stillWaiting', { count: waiting })}</p>
            <p>
              <Link href={pathTo('requests', {}, { project: project.slug })}>{t('projects.toRequests')}</Link>
            </p>
          </>
        )}
        {choices > 0 && <p>{t('projects.stillChosen', { count: choices })}</p>}
        {pending > 0 && <p>{t('projects.stillPending', { count: pending })}</p>}
      </Dialog>
    )
  return (
    <Confirm
      title={title}
      isOpen={target !== null}
      isBusy={isBusy}
      isDangerous={to === 'withdrawn'}
      yes={stepName(project.state, to)}
      onYes={() => onYes(to)}
      onClose={onClose}
    >
      <Consequences project={project} target={to} />
    </Confirm>
  )
}
