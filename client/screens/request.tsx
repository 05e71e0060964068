import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { goBack } from '#client/go-back.ts'
import { Guest } from '#client/parts/guest.tsx'
import { RequestBadge } from '#client/parts/project-card/project-card.tsx'
import { ProjectCover } from '#client/parts/project-card/project-cover.tsx'
import { paths, pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { listRequestMessages } from '#contract/message.ts'
import { getProfile } from '#contract/profile.ts'
import type { ProjectRequest } from '#contract/request.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { FileList } from '#ui/file/file-preview.tsx'
import { Icon } from '#ui/icon.tsx'
import { isOnline } from '#ui/server/online.ts'
import { useCall } from '#ui/server/query.ts'
import { session } from '#ui/session/session.ts'
import { Empty, Failed, Loading, SavedNote } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { Conversation } from './request/conversation.tsx'
import { EditDialog } from './request/edit-dialog.tsx'
import { History } from './request/history.tsx'
import { WithdrawDialog } from './request/withdraw-dialog.tsx'
import './my/my.css'
import './request/request.css'

/** Edit and withdraw, for team administrators while a decision is pending. */
function Actions({ request, isAdministrator }: { request: ProjectRequest; isAdministrator: boolean }) {
  const [open, setOpen] = useState<'edit' | 'withdraw' | null>(null)
  const close = () => setOpen(null)
  if (request.status === 'withdrawn') return <p class="soft">{t('application.applyAgain')}</p>
  if (request.status !== 'submitted') return null
  if (!isAdministrator) return <p class="soft">{t('application.onlyAdministrators')}</p>
  const hint = isOnline.value ? undefined : t('onlyOnline')
  return (
    <>
      <div class="row">
        <Button icon="edit" look="soft" disabled={!isOnline.value} title={hint} onClick={() => setOpen('edit')}>
          {t('application.edit')}
        </Button>
        <Button icon="remove" look="danger" disabled={!isOnline.value} title={hint} onClick={() => setOpen('withdraw')}>
          {t('application.withdraw')}
        </Button>
      </div>
      {hint && <p class="soft">{hint}</p>}
      <EditDialog request={request} isOpen={open === 'edit'} onClose={close} />
      <WithdrawDialog request={request} isOpen={open === 'withdraw'} onClose={close} />
    </>
  )
}

function RequestView({ request, profile }: { request: ProjectRequest; profile: AnswerOf<typeof getProfile> }) {
  const project = profile.projects.find(({ slug }) => slug === request.project)
  const team = profile.teams.find(({ id }) => id === request.team)
  const { answer: conversation } = useCall(listRequestMessages, { params: { id: String(request.id) } }, { isPrivate: true })
  return (
    <div class="stack">
      <div class="card stack has-cover">
        {project && <ProjectCover project={project} size="wide" />}
        <div class="row">
          <RequestBadge status={request.status} />
        </div>
        <h2 dir="auto">
          <Link href={pathTo('project', { slug: request.project })}>{project?.name ?? request.project}</Link>
        </h2>
        <p>
          <span class="soft">{t('application.team')}: </span>
          <bdi>{team?.name}</bdi>
        </p>
        {request.round !== null && request.rank !== null && (
          <p>
            {t('application.choice', { rank: request.rank })} ·{' '}
            <Link href={pathTo('choices', { slug: request.round })}>{t('application.choices')}</Link>
          </p>
        )}
        <Actions request={request} isAdministrator={profile.user.administratedTeams.includes(request.team)} />
      </div>
      {conversation && conversation.messages.length > 0 && <Conversation id={request.id} conversation={conversation} />}
      <History request={request} />
      <section class="stack">
        <h2>{t('application.message')}</h2>
        {request.message ? (
          <p class="card application-message" dir="auto">
            {request.message}
          </p>
        ) : (
          <p class="soft">{t('application.noMessage')}</p>
        )}
      </section>
      <section class="stack">
        <h2>{t('application.files')}</h2>
        {request.files.length > 0 ? (
          <FileList files={request.files} label={t('application.files')} />
        ) : (
          <p class="soft">{t('application.noFiles')}</p>
        )}
      </section>
    </div>
  )
}

export function RequestScreen({ id }: { id: number }) {
  const profile = useCall(getProfile, undefined, { isPrivate: true })
  const request = profile.answer?.requests.find((one) => one.id === id)
  return (
    <>
      <Title back={{ name: t('back'), go: () => goBack(paths.my) }}>{t('application.title')}</Title>
      {session.value.state === 'guest' ? (
        <Guest />
      ) : profile.answer && request ? (
        <>
          <SavedNote savedAt={profile.savedAt} />
          <RequestView request={request} profile={profile.answer} />
        </>
      ) : profile.answer && !profile.isFetching ? (
        <Empty
          icon="file"
          title={t('application.gone')}
          action={
            <ButtonLink to={paths.my}>
              <Icon name="team" size={20} /> {t('application.toMine')}
            </ButtonLink>
          }
        >
          {t('application.goneText')}
        </Empty>
      ) : profile.error ? (
        <Failed error={profile.error} onRetry={profile.retry} />
      ) : (
        <Loading lines={6} />
      )}
    </>
  )
}
