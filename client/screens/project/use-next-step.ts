import { pathTo } from '#client/routes.ts'
import { useDraft } from '#client/screens/apply/use-draft.ts'
import { t } from '#client/texts.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { getProjectStatusOf } from '#contract/profile.ts'
import type { Project } from '#contract/project.ts'
import type { Round } from '#contract/round.ts'
import { readDay } from '#rules/time/day.ts'
import { useCall } from '#ui/server/query.ts'
import { session } from '#ui/session/session.ts'
import { directoryToday } from '#ui/time/directory-time.ts'
import { day, deadline, endOfDay } from '#ui/time/format.ts'
import { futureFirstDay, lastDayToApply } from './days.ts'
import { notReadyOf } from './not-ready.ts'
import { useRoundOf } from './round-chip.tsx'

export type Step = {
  title: string
  text: string
  to?: { path: string; label: string }
  isSignIn?: boolean
  isSecondary?: boolean // the link leads to other projects
  isObstacle?: boolean // the text says why one cannot apply; the link leads to what is missing
}
type ProjectStatus = AnswerOf<typeof getProjectStatusOf>

const teamName = (projectStatus: ProjectStatus, team: number): string => projectStatus.teams.find(({ id }) => id === team)?.name ?? ''

/** The next step if one of the person's teams has applied for or works on the project. */
function ownStep(project: Project, projectStatus: ProjectStatus, round: Round | null): Step | null {
  const entry = projectStatus.projects.find(({ role }) => role !== 'applicant') ?? projectStatus.projects[0]
  if (!entry) return null
  const team = teamName(projectStatus, entry.team)
  if (entry.role === 'applicant' && round !== null)
    return {
      title: t('next.chosen'),
      text: t('next.chosenBy', { team }),
      to: { path: pathTo('choices', { slug: round.slug }), label: t('next.toChoices') },
    }
  if (entry.role === 'applicant' && entry.request !== null)
    return {
      title: t('next.sent'),
      text: t('next.applied', { team }),
      to: { path: pathTo('request', { id: entry.request }), label: t('next.seeRequest') },
    }
  const text = t(project.status === 'completed' ? 'next.yoursCompleted' : 'next.yours', { team })
  return { title: t('next.yourProject'), text, to: { path: pathTo('my'), label: t('next.toMine') } }
}

const SOON_DAYS = 30

/** "Opens in 3 days" */
function opensWhen(firstDay: string): string {
  const left = readDay(firstDay)! - readDay(directoryToday())!
  if (left === 1) return t('next.opensTomorrow')
  return left <= SOON_DAYS ? t('next.opensIn', { count: left }) : t('next.opensOn', { day: day(firstDay) })
}

/** Why the project is closed to everyone; null if it is open. A round opens and closes within its first and its last day. */
function closedStep(project: Project, round: Round | undefined): Step | null {
  const others = { text: t('next.othersText'), to: { path: '/?status=open', label: t('next.others') }, isSecondary: true }
  if (project.status === 'open') {
    if (round?.state === 'announced') return { title: t('next.opensOn', { day: deadline(round.opensAt) }), ...others }
    return round?.state === 'sealed' || round?.state === 'published' ? { title: t('next.closed'), ...others } : null
  }
  if (project.status === 'completed') return { title: t('next.finished'), ...others }
  const firstDay = futureFirstDay(project, directoryToday())
  if (firstDay !== null) return { title: opensWhen(firstDay), text: t('next.notYet', { day: day(firstDay) }) }
  const last = lastDayToApply(project)
  const isFull = project.freePlaces === 0 && (last === null || last >= directoryToday())
  return { title: t(isFull ? 'next.full' : 'next.closed'), ...others }
}

function applyBy(project: Project, round: Round | undefined): string {
  if (round?.state === 'open') return t('next.applyBy', { day: deadline(round.closesAt) })
  const last = lastDayToApply(project)
  const isUnknown = last === null || (project.round !== null && round === undefined)
  return isUnknown ? t('status.open') : t('next.applyBy', { day: endOfDay(last) })
}

/** Why none of this person's teams can apply for an open project. */
function cannotStep({ teams, refusals = [] }: ProjectStatus, userId: number): Step {
  const title = t('next.cannotYet')
  // Without a team the way into one is on My project.
  if (teams.length === 0) return { title, text: t('next.noTeam'), isObstacle: true, to: { path: pathTo('my'), label: t('next.toMine') } }
  if (!teams.some(({ administrators }) => administrators.includes(userId))) return { title, text: t('next.notAdministrator') }
  const [notReady] = notReadyOf(refusals)
  // Its page is where people are invited, and where disbanding is undone.
  if (notReady)
    return { title, text: notReady.why, isObstacle: true, to: { path: pathTo('team', { id: notReady.team }), label: t('invitation.open') } }
  return { title, text: refusals[0]?.why ?? t('next.othersText') }
}

export function useNextStep(project: Project): Step | null {
  const who = session.value
  const { slug } = project
  const projectStatus = useCall(getProjectStatusOf, { params: { slug } }, { isPrivate: true })
  const draft = useDraft(slug)
  const toApply = pathTo('apply', { slug })
  const found = useRoundOf(project.round)
  const round = found?.mode === 'ranked' && (found.state === 'open' || found.state === 'sealed') ? found : null
  const own = projectStatus.answer && ownStep(project, projectStatus.answer, round)
  const isOffered = projectStatus.answer && projectStatus.answer.user.assignableTeams.length > 0
  if (own) return own
  if (draft?.isPrepared) return { title: t('apply.prepared'), text: t('next.waiting'), to: { path: toApply, label: t('next.view') } }
  const closed = closedStep(project, found)
  if (closed) return closed
  if (who.state === 'guest') return { title: applyBy(project, found), text: t('next.signInHint'), isSignIn: true }
  if (!projectStatus.answer) return null
  if (!isOffered) return who.state === 'signed-in' ? cannotStep(projectStatus.answer, who.userId) : null
  if (draft) return { title: applyBy(project, found), text: t('next.draft'), to: { path: toApply, label: t('next.continue') } }
  return {
    title: applyBy(project, found),
    text: t('next.applyHint'),
    to: { path: toApply, label: t(round ? 'next.choose' : 'next.apply') },
  }
}
