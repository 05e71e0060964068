import type { ComponentChildren } from 'preact'
import { Redirect } from 'wouter-preact'
import { goBack } from '#client/go-back.ts'
import { Guest } from '#client/parts/guest.tsx'
import { paths, pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { getProfile } from '#contract/profile.ts'
import type { Project } from '#contract/project.ts'
import type { ProjectRequest } from '#contract/request.ts'
import { Avatar } from '#ui/avatar.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { useCall } from '#ui/server/query.ts'
import { session } from '#ui/session/session.ts'
import { Failed, Loading, SavedNote } from '#ui/states.tsx'
import { directoryToday } from '#ui/time/directory-time.ts'
import { day, list, moment } from '#ui/time/format.ts'
import { Title } from '#ui/title.tsx'
import { lastDayToApply } from './project/days.ts'
import { EmailStep } from './sent/email-step.tsx'
import './sent/sent.css'

/** A paper plane that has just left. Decorative. */
const Illustration = () => (
  <svg class="sent-picture" viewBox="0 0 240 140" aria-hidden="true">
    <path class="sent-hill" d="M0 140c40-34 78-38 116-22 34 14 78 8 124-26v48Z" />
    <circle class="sent-sun" cx="186" cy="44" r="22" />
    <path class="sent-trail" d="M24 118c28 4 52-4 60-22 7-16-12-24-18-10-7 17 22 24 66-8" />
    <g class="sent-plane">
      <path class="sent-wing" d="m128 78 62-42-30 58-12-12Z" />
      <path class="sent-fold" d="m148 82 42-46-38 62Z" />
      <path class="sent-tail" d="m128 78 62-42-42 46Z" />
    </g>
  </svg>
)

const Step = ({ icon, title, children, isDone }: { icon: IconName; title: string; children: ComponentChildren; isDone?: boolean }) => (
  <li class={isDone ? 'is-done' : undefined}>
    <span class="sent-mark">
      <Icon name={icon} size={20} />
    </span>
    <div>
      <strong>{title}</strong>
      {children}
    </div>
  </li>
)

/** When to expect a decision, from the dates of the project. */
function reviewText(project: Project | undefined, isInRound: boolean): string {
  const today = directoryToday()
  if (isInRound && project?.enrollmentEnd) return t('sent.review.round', { day: day(project.enrollmentEnd) })
  if (project?.dateStart && project.dateStart > today) return t('sent.review.start', { day: day(project.dateStart) })
  const last = project ? lastDayToApply(project) : null
  return last !== null && last >= today ? t('sent.review.end', { day: day(last) }) : t('sent.review.open')
}

function SentView({ request, profile }: { request: ProjectRequest; profile: AnswerOf<typeof getProfile> }) {
  const project = profile.projects.find(({ slug }) => slug === request.project)
  const team = profile.teams.find(({ id }) => id === request.team)
  const members = profile.members.filter((member) => member.team === request.team)
  const start = project?.dateStart && project.dateStart > directoryToday() ? project.dateStart : null
  return (
    <div class="sent">
      <Illustration />
      <p class="sent-text" dir="auto">
        {t('sent.text', { team: team?.name ?? '', project: project?.name ?? request.project })}
      </p>
      {request.round !== null && <p class="sent-text">{t('sent.choice')}</p>}
      <section class="card" aria-labelledby="sent-next">
        <h2 id="sent-next">{t('sent.next')}</h2>
        <ol class="bare sent-steps">
          <Step icon="check" title={t('sent.at')} isDone>
            <p class="soft">{moment(request.createdAt)}</p>
          </Step>
          <Step icon="search" title={t('sent.review')}>
            <p class="soft">{reviewText(project, request.round !== null)}</p>
          </Step>
          <Step icon="mail" title={t('sent.mail')}>
            <EmailStep />
          </Step>
          <Step icon="team" title={t('sent.work')}>
            <p class="soft">{start ? t('sent.work.start', { day: day(start) }) : t('sent.work.open')}</p>
          </Step>
        </ol>
      </section>
      {members.length > 0 && (
        <section class="card sent-team" aria-labelledby="sent-team">
          <h2 id="sent-team">{t('sent.team')}</h2>
          <span class="sent-faces">
            {members.slice(0, 6).map(({ id, name, user }) => (
              <Avatar key={id} name={name} src={profile.users.find((one) => one.id === user)?.avatar ?? null} />
            ))}
          </span>
          <p class="soft" dir="auto">
            {list(members.map(({ name }) => name))}
          </p>
        </section>
      )}
      <div class="sent-actions">
        {request.round === null ? (
          <ButtonLink to={pathTo('request', { id: request.id })}>{t('sent.view')}</ButtonLink>
        ) : (
          <ButtonLink to={pathTo('choices', { slug: request.round })}>{t('application.choices')}</ButtonLink>
        )}
        <ButtonLink look="plain" to={paths.projects}>
          {t('sent.back')}
        </ButtonLink>
      </div>
    </div>
  )
}

/** Shown after applying. It can be opened again until the application is decided or withdrawn. */
export function Sent({ id }: { id: number }) {
  const profile = useCall(getProfile, undefined, { isPrivate: true })
  const request = profile.answer?.requests.find((one) => one.id === id)
  // Just sent: the saved profile may not have the application yet.
  const isDecided = request ? request.status !== 'submitted' : profile.answer !== undefined && !profile.isFetching
  if (isDecided) return <Redirect to={pathTo('request', { id })} replace />
  return (
    <>
      <Title back={{ name: t('back'), go: () => goBack(paths.my) }}>{t('sent.title')}</Title>
      {session.value.state === 'guest' ? (
        <Guest />
      ) : profile.answer && request ? (
        <>
          <SavedNote savedAt={profile.savedAt} />
          <SentView request={request} profile={profile.answer} />
        </>
      ) : profile.error ? (
        <Failed error={profile.error} onRetry={profile.retry} />
      ) : (
        <Loading lines={6} />
      )}
    </>
  )
}
