import type { ApiApp } from '#api/app.ts'
import type { ListedProject, ProjectAttention } from '#contract/console/project.ts'
import type { ScheduledProject } from '#contract/console/schedule.ts'
import { choiceKeys } from '#contract/project/choices.ts'
import { picked } from '#contract/project/fields.ts'
import { attentionOf } from '#rules/console/attention.ts'
import { statusOf } from '#rules/project/project.ts'
import { datesOf } from '#rules/request/request.ts'
import { spansOf } from '#rules/time/schedule.ts'
import type { ListedRow } from '#store/project/console.ts'

// Projects as curators see them.

type Clock = Pick<ApiApp, 'now' | 'calendar'>

export function projectListView(row: ListedRow, { now, calendar }: Clock): ListedProject {
  const { publishedAt, updatedAt, ...rest } = row
  const status =
    row.state === 'published' ? statusOf({ ...row, ...datesOf({ ...row, publishedAt: publishedAt! }, calendar) }, calendar(now())) : null
  return { ...rest, status, publishedAt: publishedAt?.toISOString() ?? null, updatedAt: updatedAt.toISOString() }
}

export function scheduledView(row: ListedRow, app: Clock): ScheduledProject {
  const project = projectListView(row, app)
  const { id, slug, name, state, status, teamLimit, teamsWorking, teamsEnded, requestsWaiting } = project
  const places = { teamLimit, teamsWorking, teamsEnded, requestsWaiting }
  return { id, slug, name, state, status, ...spansOf(row, app.calendar), ...picked(project, choiceKeys), ...places }
}

type DatedRow = Pick<
  ListedRow,
  'dateStart' | 'dateEnd' | 'enrollmentStart' | 'enrollmentEnd' | 'teamLimit' | 'teamsWorking' | 'requestsOpen'
>

/** Why curators should look at a published project. Choices of a round are applications, too: teams want the project. */
export const projectAttention = (row: DatedRow & { publishedAt: Date | string | null }, { now, calendar }: Clock): ProjectAttention[] =>
  attentionOf(
    { ...row, requestsWaiting: row.requestsOpen, ...datesOf({ ...row, publishedAt: row.publishedAt! }, calendar) },
    calendar(now()),
  )
