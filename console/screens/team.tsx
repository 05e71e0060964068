import { useLocation } from 'wouter-preact'
import { Notes } from '#console/parts/notes/notes.tsx'
import { PageProblem } from '#console/parts/problem.tsx'
import { paths, pathTo } from '#console/routes.ts'
import { LeaveRequestCard } from '#console/screens/leave-requests/card.tsx'
import { t } from '#console/texts.ts'
import { type ConsoleTeam, getConsoleTeam } from '#contract/console/team.ts'
import { listLeaveRequests } from '#contract/console/team-formation.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ProblemError } from '#ui/server/api.ts'
import { useCall } from '#ui/server/query.ts'
import { Empty, Loading } from '#ui/states.tsx'
import { dayAt } from '#ui/time/format.ts'
import { Title } from '#ui/title.tsx'
import { AddMember } from './team/add-member.tsx'
import { History, Requests } from './team/history.tsx'
import { TeamMarks } from './team/marks.tsx'
import { Members } from './team/members.tsx'
import { RemoveTeam } from './team/remove-team.tsx'
import { TeamForm } from './team/team-form.tsx'
import { Work } from './team/work.tsx'
import './team/team.css'

/** Open requests to leave this team. */
function LeaveRequests({ team: { id } }: { team: ConsoleTeam }) {
  const { answer } = useCall(listLeaveRequests, { query: { team: String(id), status: 'open' } }, { isPrivate: true, isSaved: false })
  if (!answer || answer.requests.length === 0) return null
  return (
    <section class="stack" aria-labelledby="leave">
      <h2 id="leave">{t('leave.title')}</h2>
      <ul class="bare leave-requests">
        {answer.requests.map((request) => (
          <LeaveRequestCard key={request.id} request={request} isOnTeam />
        ))}
      </ul>
    </section>
  )
}

function NewTeam() {
  const [, go] = useLocation()
  return (
    <div class="card narrow">
      <TeamForm
        team={null}
        submit={t('teams.create')}
        doneOf={(name) => t('teams.created', { name })}
        onSaved={({ id }) => go(pathTo('team', { id }), { replace: true })}
      />
      <p class="soft">{t('teams.next')}</p>
    </div>
  )
}

function DisbandedTeam({ team }: { team: ConsoleTeam }) {
  return (
    <div class="columns columns-main">
      <div class="stack">
        <p class="notice">{t('formation.readOnly', { day: dayAt(team.disbandedAt!) })}</p>
        <section class="card stack" aria-labelledby="members">
          <h2 id="members">{t('teams.members')}</h2>
          {team.description && <p dir="auto">{team.description}</p>}
          {team.members.length === 0 ? (
            <p class="soft">{t('teams.members.none')}</p>
          ) : (
            <ul class="rows">
              {team.members.map(({ id, name }) => (
                <li key={id} class="team-member" dir="auto">
                  {name}
                </li>
              ))}
            </ul>
          )}
        </section>
        <Notes on="team" id={team.id} />
      </div>
      <div class="stack">
        <Requests team={team} />
        <History team={team} />
        <RemoveTeam team={team} />
      </div>
    </div>
  )
}

function TeamView({ team }: { team: ConsoleTeam }) {
  if (team.disbandedAt) return <DisbandedTeam team={team} />
  return (
    <div class="columns columns-main">
      <div class="stack">
        <LeaveRequests team={team} />
        <section class="card stack" aria-labelledby="members">
          <h2 id="members" tabIndex={-1}>
            {t('teams.members')}
          </h2>
          <Members team={team} />
          <AddMember team={team} />
        </section>
        <section class="card stack" aria-labelledby="form">
          <h2 id="form">{t('teams.form')}</h2>
          <TeamForm team={team} submit={t('save')} doneOf={() => t('saved')} />
        </section>
        <Notes on="team" id={team.id} />
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

function ExistingTeam({ id }: { id: number }) {
  const { answer, error, retry } = useCall(getConsoleTeam, { params: { id: String(id) } }, { isPrivate: true, isSaved: false })
  const [, go] = useLocation()
  const isGone = error instanceof ProblemError && error.problem.status === 404
  return (
    <>
      <Title back={{ name: t('teams.toList'), go: () => go(paths.teams) }} text={answer?.name ?? t('teams.title')}>
        <span dir="auto">{answer?.name ?? t('teams.title')}</span>
      </Title>
      {answer && (
        <p class="team-marks">
          <TeamMarks team={answer} />
        </p>
      )}
      {isGone ? (
        <Empty icon="team" title={t('teams.gone')} action={<ButtonLink to={paths.teams}>{t('teams.toList')}</ButtonLink>}>
          {t('teams.gone.text')}
        </Empty>
      ) : error && !answer ? (
        <PageProblem error={error} onRetry={retry} />
      ) : answer ? (
        <TeamView team={answer} />
      ) : (
        <Loading lines={6} />
      )}
    </>
  )
}

export function TeamPage({ id }: { id: number | null }) {
  const [, go] = useLocation()
  if (id !== null) return <ExistingTeam id={id} />
  return (
    <>
      <Title back={{ name: t('teams.toList'), go: () => go(paths.teams) }}>{t('teams.new')}</Title>
      <NewTeam />
    </>
  )
}
