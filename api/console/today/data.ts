import type { Sql } from '#database/sql.ts'
import { ADMINISTRATORS_ONLY } from '#rules/console/audit.ts'
import { daysBack, FIGURE_DAYS, FIGURE_WEEKS } from '#rules/console/today.ts'
import { answersSoonUntil } from '#rules/round/need.ts'
import { writeDay } from '#rules/time/day.ts'
import { listAudit } from '#store/audit/log.ts'
import { countUnanswered } from '#store/project/console-question.ts'
import { listReviewRequests } from '#store/request/review.ts'
import { waitsByReviewer } from '#store/request/waits.ts'
import { listConsoleTeamRows } from '#store/team/console.ts'
import { countLeaveRequests } from '#store/team/leave-request.ts'
import {
  countDrafts,
  findMailTrouble,
  listDecisionTimes,
  listLongestWaits,
  listOverdueDecisions,
  listProjectsAhead,
  listRecentRequests,
  listRoundsUnderWay,
} from '#store/today.ts'

const MOST_WAITING = 5
const MOST_EMAILS = 10
const MOST_EVENTS = 10
const MOST_PROJECTS = 5

const countTeams = async (sql: Sql, work: 'free' | 'idle', today: number): Promise<number> =>
  (await listConsoleTeamRows(sql, { words: [], work, today: writeDay(today), limit: 1, offset: 0 })).total

/** Data of the start page of the console. */
export const readToday = (sql: Sql, now: Date, today: number) =>
  Promise.all([
    listReviewRequests(sql, { status: 'submitted' }, { limit: MOST_WAITING, offset: 0 }),
    listProjectsAhead(sql, writeDay(today)),
    countDrafts(sql),
    listOverdueDecisions(sql, now),
    findMailTrouble(sql, now, MOST_EMAILS),
    listAudit(sql, { hidden: ADMINISTRATORS_ONLY }, MOST_EVENTS),
    listRecentRequests(sql, daysBack(now, FIGURE_DAYS)),
    countUnanswered(sql),
    listDecisionTimes(sql, daysBack(now, FIGURE_WEEKS * 7)),
    listLongestWaits(sql, MOST_PROJECTS),
    countTeams(sql, 'free', today),
    countTeams(sql, 'idle', today),
    waitsByReviewer(sql),
    countLeaveRequests(sql),
    listRoundsUnderWay(sql, answersSoonUntil(now)),
  ])
