import { handle } from '#api/app.ts'
import { getToday } from '#contract/console/today.ts'
import { ADMINISTRATORS_ONLY } from '#rules/audit.ts'
import { writeDay } from '#rules/day.ts'
import { undoableSince } from '#rules/request.ts'
import { answerHours, comingUp, countsByDay, daysBack, FIGURE_DAYS, FIGURE_WEEKS, mostWanted, placesTaken } from '#rules/today.ts'
import { listAudit } from '#store/audit-log.ts'
import { listJudgedRequests } from '#store/judged-request.ts'
import { countDrafts, findMailTrouble, listAnswers, listAskedFor, listProjectsAhead } from '#store/today.ts'
import { judgedShown } from './request/judged.ts'

const MOST_WAITING = 5
const MOST_LETTERS = 10
const MOST_EVENTS = 10

export default handle(getToday, async ({ app, language }) => {
  const { sql, calendar } = app
  const now = app.now()
  const today = calendar(now)
  const [waiting, ahead, drafts, mail, audit, asked, answers] = await Promise.all([
    listJudgedRequests(sql, { status: 'submitted' }, { limit: MOST_WAITING, offset: 0, undoableSince: undoableSince(now) }),
    listProjectsAhead(sql, writeDay(today)),
    countDrafts(sql),
    findMailTrouble(sql, MOST_LETTERS),
    listAudit(sql, { hidden: ADMINISTRATORS_ONLY }, MOST_EVENTS),
    listAskedFor(sql, daysBack(now, FIGURE_DAYS)),
    listAnswers(sql, daysBack(now, FIGURE_WEEKS * 7)),
  ])
  const instants = asked.map(({ at }) => at)
  return {
    day: writeDay(today),
    waiting: { count: waiting.counts.submitted, oldest: waiting.requests.map((one) => judgedShown(one, language, app)) },
    soon: comingUp(ahead, today).map(({ day, what, project: { id, slug, name } }) => ({ day, what, project: { id, slug, name } })),
    drafts,
    mail,
    audit,
    figures: {
      applicationsByDay: countsByDay(instants, calendar, today),
      applicationsByProject: mostWanted(asked, calendar, today),
      places: placesTaken(ahead),
      answerHours: answerHours(answers, calendar, today),
    },
  }
})
