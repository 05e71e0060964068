import { handle } from '#api/app.ts'
import { getToday } from '#contract/console/today.ts'
import { writeDay } from '#rules/day.ts'
import { answerHours, comingUp, countsByDay, mostRequested, placesTaken } from '#rules/today.ts'
import { reviewView } from './request/review-view.ts'
import { readToday } from './today-data.ts'

export default handle(getToday, async ({ app, language }) => {
  const { sql, calendar } = app
  const now = app.now()
  const today = calendar(now)
  const [waiting, ahead, drafts, mail, audit, applications, unansweredQuestions, answers] = await readToday(sql, now, today)
  const instants = applications.map(({ at }) => at)
  return {
    day: writeDay(today),
    waiting: { count: waiting.counts.submitted, oldest: waiting.requests.map((one) => reviewView(one, language, app)) },
    soon: comingUp(ahead, today).map(({ day, what, project: { id, slug, name } }) => ({ day, what, project: { id, slug, name } })),
    drafts,
    unansweredQuestions,
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
