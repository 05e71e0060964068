import { handle } from '#api/app.ts'
import { projectAttention } from '#api/view/project-view.ts'
import { reviewView } from '#api/view/request-view.ts'
import type { ProjectAttention } from '#contract/console/project.ts'
import { getToday } from '#contract/console/today.ts'
import { answerHours, comingUp, countsByDay, mostRequested, placesTaken } from '#rules/console/today.ts'
import { roundNeeds } from '#rules/round/need.ts'
import { writeDay } from '#rules/time/day.ts'
import { readToday } from './today/data.ts'

const MOST_REVIEWERS = 10

export default handle(getToday, async ({ app, language }) => {
  const { sql, calendar } = app
  const now = app.now()
  const today = calendar(now)
  const [
    waiting,
    ahead,
    drafts,
    overdue,
    mail,
    audit,
    applications,
    unansweredQuestions,
    answers,
    waits,
    freeTeams,
    idleTeams,
    byReviewer,
    leaveRequests,
    rounds,
  ] = await readToday(sql, now, today)
  const attentions = ahead.flatMap((project) => projectAttention(project, app))
  const countOf = (attention: ProjectAttention) => attentions.filter((one) => one === attention).length
  const instants = applications.map(({ at }) => at)
  return {
    day: writeDay(today),
    waiting: { count: waiting.counts.submitted, oldest: waiting.requests.map((one) => reviewView(one, language, app)) },
    soon: comingUp(ahead, today).map(({ day, what, project: { id, slug, name } }) => ({ day, what, project: { id, slug, name } })),
    attention: { freeTeams, idleTeams, emptyProjects: countOf('empty'), closingProjects: countOf('closing') },
    longestWaits: waits.map(({ count, since, ...project }) => ({ project, count, since })),
    waitsByReviewer: byReviewer.slice(0, MOST_REVIEWERS).map(({ reviewer, count, oldest }) => ({ reviewer, count, since: oldest })),
    drafts,
    overdue,
    unansweredQuestions,
    leaveRequests,
    rounds: roundNeeds(rounds, now),
    mail,
    audit,
    figures: {
      applicationsByDay: countsByDay(instants, calendar, today),
      applicationsByProject: mostRequested(applications, calendar, today),
      places: placesTaken(ahead),
      answerHours: answerHours(answers, calendar, today),
    },
  }
})
