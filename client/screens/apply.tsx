import { useState } from 'preact/hooks'
import type { Draft } from '#client/drafts.ts'
import { goBack } from '#client/go-back.ts'
import { pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { getProjectStatusOf } from '#contract/profile.ts'
import type { Project } from '#contract/project.ts'
import { listAvailable } from '#contract/request.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { isOnline } from '#ui/server/online.ts'
import { useCall } from '#ui/server/query.ts'
import { session } from '#ui/session/session.ts'
import { signIn } from '#ui/session/sign-in.ts'
import { Empty, Failed, Loading, SavedNote } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { ApplyForm } from './apply/form.tsx'
import { Prepared } from './apply/prepared.tsx'
import { useDraft } from './apply/use-draft.ts'
import { NoProject } from './project/no-project.tsx'
import { notReadyOf } from './project/not-ready.ts'
import { useNextStep } from './project/use-next-step.ts'
import { useProject } from './project/use-project.ts'
import './apply/apply.css'

const Guest = () => (
  <Empty
    icon="team"
    title={t('guest.title')}
    action={
      <Button disabled={!isOnline.value} onClick={() => void signIn()}>
        {t('signIn')}
      </Button>
    }
  >
    {isOnline.value ? t('next.signInHint') : t('onlyOnline')}
  </Empty>
)

function CannotApply({ project }: { project: Project }) {
  const step = useNextStep(project)
  if (step === null) return <Loading lines={4} />
  const isDone = step.to && !step.isSecondary && !step.isObstacle
  return (
    <Empty
      icon="team"
      title={isDone ? step.text : t('apply.none')}
      action={
        <>
          {step.to && <ButtonLink to={step.to.path}>{step.to.label}</ButtonLink>}
          <ButtonLink look="plain" to={pathTo('project', { slug: project.slug })}>
            {t('apply.toProject')}
          </ButtonLink>
        </>
      }
    >
      {isDone ? null : step.isSecondary ? step.title : step.text}
    </Empty>
  )
}

function Applying({ project, draft }: { project: Project; draft: Draft | null }) {
  const available = useCall(listAvailable, undefined, { isPrivate: true })
  const status = useCall(getProjectStatusOf, { params: { slug: project.slug } }, { isPrivate: true })
  const notReady = notReadyOf(status.answer?.refusals)
  // Once editing has draftTeam, refetched data must not unmount the form.
  const [isWriting, setIsWriting] = useState(false)
  if (draft?.isPrepared) return <Prepared draft={draft} />
  const teams = available.answer?.teams.filter(({ projects }) => projects.includes(project.slug)) ?? []
  const draftTeam = draft?.team ? [{ id: draft.team, name: draft.teamName }] : []
  // A draft is shown also offline, and after the server has rejected it.
  const offered = teams.length > 0 ? teams : draft?.refusal || available.error ? draftTeam : []
  if (offered.length > 0 || isWriting)
    return (
      <>
        <SavedNote savedAt={available.savedAt} />
        {notReady.map(({ team, why }) => (
          <p key={team} class="notice">
            {why}
          </p>
        ))}
        <ApplyForm key={draft?.refusal?.detail} project={project} teams={offered} saved={draft} onWrite={() => setIsWriting(true)} />
      </>
    )
  if (available.answer) return <CannotApply project={project} />
  return available.error ? <Failed error={available.error} onRetry={available.retry} /> : <Loading lines={6} />
}

export function Apply({ slug }: { slug: string }) {
  const found = useProject(slug)
  const draft = useDraft(slug)
  const project = found.answer?.project
  return (
    <>
      <Title back={{ name: t('back'), go: () => goBack(pathTo('project', { slug })) }}>{t('apply.title')}</Title>
      {project && (
        <p class="soft apply-for" dir="auto">
          {t('apply.for', { project: project.name })}
        </p>
      )}
      {session.value.state === 'guest' ? (
        <Guest />
      ) : found.error ? (
        <NoProject error={found.error} onRetry={found.retry} />
      ) : project && draft !== undefined ? (
        <Applying project={project} draft={draft} />
      ) : (
        <Loading lines={6} />
      )}
    </>
  )
}
