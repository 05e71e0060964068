import { useLocation } from 'wouter-preact'
import { once, useAct } from '#console/parts/act.ts'
import { PageProblem } from '#console/parts/problem.tsx'
import { paths, pathTo } from '#console/routes.ts'
import { t } from '#console/texts/index.ts'
import { createTeam, type FormedTeam, getConsoleTeam, updateTeam } from '#contract/console/team.ts'
import { call, ProblemError } from '#ui/api.ts'
import { ButtonLink } from '#ui/button.tsx'
import { useCall } from '#ui/query.ts'
import { Empty, Loading } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { AddMember } from './team/add-member.tsx'
import { History, Requests } from './team/history.tsx'
import { Members } from './team/members.tsx'
import { RemoveTeam } from './team/remove-team.tsx'
import { TeamForm } from './team/team-form.tsx'
import { Work } from './team/work.tsx'
import './team.css'

function NewTeam() {
  const [, go] = useLocation()
  const { act, isBusy, error } = useAct()
  const create = async (values: { name: string; description: string }) => {
    const body = { name: values.name, description: values.description || null }
    const made = await act(() => call(createTeam, { body, ...once() }), { done: t('teams.created', { name: values.name }), isQuiet: true })
    return made && (() => go(pathTo('team', { id: made.id }), { replace: true }))
  }
  return (
    <div class="card narrow">
      <TeamForm start={{ name: '', description: '' }} error={error} isBusy={isBusy} submit={t('teams.create')} onSave={create} />
      <p class="soft">{t('teams.next')}</p>
    </div>
  )
}

function Shown({ team }: { team: FormedTeam }) {
  const { act, isBusy, error } = useAct()
  const { id } = team
  const save = async (values: { name: string; description: string }) => {
    const body = { name: values.name, description: values.description || null }
    const saved = await act(() => call(updateTeam, { params: { id: String(id) }, body }), { done: t('saved'), isQuiet: true })
    return saved && (() => {})
  }
  return (
    <div class="columns columns-main">
      <div class="stack">
        <section class="card stack" aria-labelledby="members">
          <h2 id="members" tabIndex={-1}>
            {t('teams.members')}
          </h2>
          <Members team={team} />
          <AddMember team={team} />
        </section>
        <section class="card stack" aria-labelledby="form">
          <h2 id="form">{t('teams.form')}</h2>
          <TeamForm
            start={{ name: team.name, description: team.description ?? '' }}
            error={error}
            isBusy={isBusy}
            submit={t('save')}
            onSave={save}
          />
        </section>
      </div>
      <div class="stack">
        <Work team={team} />
        <Requests team={team} />
        <History team={team} />
        <RemoveTeam team={team} />
      </div>
    </div>
  )
}

function KnownTeam({ id }: { id: number }) {
  const { answer, error, retry } = useCall(getConsoleTeam, { params: { id: String(id) } }, { isPrivate: true, isSaved: false })
  const [, go] = useLocation()
  const isGone = error instanceof ProblemError && error.problem.status === 404
  return (
    <>
      <Title back={{ name: t('teams.toList'), go: () => go(paths.teams) }} text={answer?.name ?? t('teams.title')}>
        <span dir="auto">{answer?.name ?? t('teams.title')}</span>
      </Title>
      {isGone ? (
        <Empty icon="team" title={t('teams.gone')} action={<ButtonLink to={paths.teams}>{t('teams.toList')}</ButtonLink>}>
          {t('teams.gone.text')}
        </Empty>
      ) : error && !answer ? (
        <PageProblem error={error} onRetry={retry} />
      ) : answer ? (
        <Shown team={answer} />
      ) : (
        <Loading lines={6} />
      )}
    </>
  )
}

export function TeamPage({ id }: { id: number | null }) {
  const [, go] = useLocation()
  if (id !== null) return <KnownTeam id={id} />
  return (
    <>
      <Title back={{ name: t('teams.toList'), go: () => go(paths.teams) }}>{t('teams.new')}</Title>
      <NewTeam />
    </>
  )
}
