import { useState } from 'preact/hooks'
import { Link, useLocation } from 'wouter-preact'
import { StatusBadge } from '#console/parts/status-badge.tsx'
import { paths, pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { type ConsoleProject, deleteProject, duplicateProject, type ProjectState, setProjectState } from '#contract/console/project.ts'
import { nextStates } from '#rules/project/state.ts'
import { useAct } from '#ui/act/act.ts'
import { Button } from '#ui/button.tsx'
import { tell } from '#ui/dialog/toast.tsx'
import { Confirm } from '#ui/form/confirm.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { call } from '#ui/server/api.ts'
import { ago, moment } from '#ui/time/format.ts'
import { addressOf } from './basics.tsx'
import { cacheProject } from './project-form.ts'
import { StateDialog } from './state-dialog.tsx'
import { stepName } from './steps.ts'

const icons: Record<ProjectState, IconName> = { published: 'share', archived: 'check', withdrawn: 'close', draft: 'edit' }
const looks = { published: 'main', archived: 'soft', withdrawn: 'danger', draft: 'soft' } as const

function More({ project, isDirty }: { project: ConsoleProject; isDirty: boolean }) {
  const [, go] = useLocation()
  const [isAsking, setIsAsking] = useState(false)
  const { act, isBusy } = useAct({ isToast: true })
  const params = { id: String(project.id) }
  const duplicate = async () => {
    const copy = await act(() => call(duplicateProject, { params }), { done: t('projects.duplicated') })
    if (!copy) return
    cacheProject(copy)
    go(pathTo('project', { id: copy.id }))
  }
  const remove = async () => {
    const isRemoved = await act(async () => {
      const answer = await call(deleteProject, { params })
      go(paths.projects) // before the page requests the deleted project
      return answer
    })
    setIsAsking(false)
    if (isRemoved) tell(t('projects.removed', { name: project.name }))
  }
  return (
    <>
      <Button look="plain" icon="copy" isBusy={isBusy && !isAsking} disabled={isDirty} onClick={() => void duplicate()}>
        {t('projects.duplicate')}
      </Button>
      {project.state === 'draft' && project.publishedAt === null && (
        <Button look="danger" icon="remove" onClick={() => setIsAsking(true)}>
          {t('projects.remove')}
        </Button>
      )}
      <Confirm
        title={t('projects.removeTitle')}
        isOpen={isAsking}
        isBusy={isBusy}
        isDangerous
        yes={t('projects.remove')}
        onYes={() => void remove()}
        onClose={() => setIsAsking(false)}
      >
        <p>{t('projects.removeText')}</p>
      </Confirm>
    </>
  )
}

/** The state of the project and the possible transitions. */
export function StateCard({ project, isDirty }: { project: ConsoleProject; isDirty: boolean }) {
  const [target, setTarget] = useState<ProjectState | null>(null)
  const { act, isBusy } = useAct({ isToast: true })
  const { state } = project
  const move = async (to: ProjectState) => {
    const done = t(`projects.done.${to}`)
    const moved = await act(() => call(setProjectState, { params: { id: String(project.id) }, body: { state: to } }), { done })
    if (moved) cacheProject(moved)
    setTarget(null)
  }
  return (
    <section class="card stack editor-state">
      <h2>{t('projects.stateTitle')}</h2>
      <div class="row">
        <span class={`badge badge-${state}`}>{t(`state.${state}`)}</span>
        <StatusBadge project={project} />
      </div>
      <p class="soft">{t(`projects.about.${state}`)}</p>
      {project.savedCount > 0 && <p class="soft">{t('projects.savedBy', { count: project.savedCount })}</p>}
      {state === 'published' && (
        <a class="row" href={addressOf(project.slug)} target="_blank" rel="noopener">
          <Icon name="link" size={20} /> {t('projects.publicPage')}
        </a>
      )}
      <Link class="row" href={pathTo('questions', {}, { project: project.slug })}>
        <Icon name="question" size={20} /> {t('questions.ofProject')}
      </Link>
      <div class="editor-steps">
        {nextStates(state).map((to) => (
          <Button key={to} look={looks[to]} icon={icons[to]} disabled={isDirty} onClick={() => setTarget(to)}>
            {stepName(state, to)}
          </Button>
        ))}
        <More project={project} isDirty={isDirty} />
      </div>
      {isDirty && <p class="field-hint">{t('projects.saveFirst')}</p>}
      <p class="field-hint">
        <span title={moment(project.updatedAt)}>{t('projects.changedWhen', { when: ago(project.updatedAt) })}</span>
        {project.publishedAt && ` ${t('projects.publishedWhen', { when: moment(project.publishedAt) })}`}
      </p>
      <StateDialog project={project} target={target} isBusy={isBusy} onYes={(to) => void move(to)} onClose={() => setTarget(null)} />
    </section>
  )
}
