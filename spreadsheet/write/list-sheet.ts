import type { ListedPerson } from '#contract/console/person.ts'
import type { ListedProject } from '#contract/console/project.ts'
import type { ReviewRequest } from '#contract/console/request.ts'
import type { SheetFormat } from '#contract/console/spreadsheet.ts'
import type { ListedTeam } from '#contract/console/team.ts'
import type { ViewList } from '#contract/console/view.ts'
import type { Language } from '#contract/language.ts'
import type { Calendar } from '#rules/time/day.ts'
import { writeDay } from '#rules/time/day.ts'
import type { ColumnKind } from '#spreadsheet/column/columns.ts'
import type { SheetThread } from '#spreadsheet/read/worker-thread.ts'
import type { Cell } from '#spreadsheet/sheet.ts'
import { type SheetKey, sheetText } from '#spreadsheet/texts.ts'
import { textsOf } from '#texts/server.ts'
import { joinList } from './list.ts'

// Lists of the console as spreadsheets for people: headings and values in their language. They are not made to be imported again.

export type ListRows = { project: ListedProject; team: ListedTeam; person: ListedPerson; request: ReviewRequest }

type Words = { language: Language; calendar: Calendar }
type Value = string | number | null | undefined
type ListKey = Extract<SheetKey, `${string}.list`>
type SheetPart<R> = { key: ListKey; kind?: ColumnKind; value(row: R, words: Words): Value }
/** A column of a list is one or several columns of the sheet. */
type Parts<R> = Record<string, SheetPart<R>[]>

const part = <R>(key: ListKey, value: SheetPart<R>['value'], kind: ColumnKind = 'text'): SheetPart<R> => ({ key, kind, value })
const number = <R>(key: ListKey, value: SheetPart<R>['value']) => part<R>(key, value, 'number')
const day = <R>(key: ListKey, value: SheetPart<R>['value']) => part<R>(key, value, 'day')
const dayOf = (instant: string | null, { calendar }: Words): string | null => instant && writeDay(calendar(new Date(instant)))
function named(kind: 'state' | 'status' | 'access' | 'account' | 'request', value: string | null, { language }: Words): string | null {
  const key = `${kind}.${value}.name`
  return sheetText.has(key) ? sheetText(language, key) : value
}

const fieldText = textsOf('fields')

const project: Parts<ListedProject> = {
  name: [part('project.project.list', ({ name }) => name), part('project.url.list', ({ slug }) => slug)],
  state: [
    part('project.state.list', ({ state }, words) => named('state', state, words)),
    part('project.status.list', ({ status }, words) => named('status', status, words)),
  ],
  opens: [day('project.enrollmentStarts.list', ({ enrollmentStart }) => enrollmentStart)],
  closes: [day('project.enrollmentEnds.list', ({ enrollmentEnd }) => enrollmentEnd)],
  start: [day('project.projectStarts.list', ({ dateStart }) => dateStart)],
  end: [day('project.projectEnds.list', ({ dateEnd }) => dateEnd)],
  places: [
    number('project.teamLimit.list', ({ teamLimit }) => teamLimit),
    number('project.teamsWorking.list', ({ teamsWorking }) => teamsWorking),
  ],
  format: [
    part('project.workFormat.list', ({ workFormat }, { language }) => workFormat && fieldText(language, `workFormat.${workFormat}`)),
  ],
  waiting: [number('project.applications.list', ({ requestsWaiting }) => requestsWaiting)],
  saved: [number('project.saved.list', ({ savedCount }) => savedCount)],
  curator: [part('project.curator.list', ({ responsibleCurator, curator }) => responsibleCurator?.name ?? curator)],
  client: [part('project.client.list', ({ client }) => client)],
  changed: [day('project.updated.list', ({ updatedAt }, words) => dayOf(updatedAt, words))],
}

const team: Parts<ListedTeam> = {
  name: [part('team.team.list', ({ name }) => name)],
  project: [
    part('team.project.list', ({ project }) => project?.name),
    part('team.projectStatus.list', ({ project }, words) => named('status', project?.status ?? null, words)),
  ],
  size: [number('team.members.list', ({ size }) => size)],
  administrators: [part('team.teamAdmins.list', ({ administrators }) => joinList(administrators))],
  waiting: [number('team.applications.list', ({ requestsWaiting }) => requestsWaiting)],
  changed: [day('team.updated.list', ({ updatedAt }, words) => dayOf(updatedAt, words))],
}

const person: Parts<ListedPerson> = {
  name: [
    part('person.name.list', ({ name }) => name),
    part('person.login.list', ({ login }) => login),
    part('person.group.list', ({ group }) => group),
  ],
  email: [part('person.email.list', ({ email }) => email)],
  access: [
    part('person.access.list', ({ access }, words) => named('access', access, words)),
    part('person.account.list', (row, words) =>
      named('account', row.isDisabled ? 'disabled' : row.hasSignedIn ? 'active' : 'never', words),
    ),
  ],
  teams: [part('person.teams.list', ({ teams }) => joinList(teams.map(({ name }) => name)))],
  seen: [day('person.lastSignIn.list', ({ lastSignInAt }, words) => dayOf(lastSignInAt, words))],
}

const request: Parts<ReviewRequest> = {
  team: [part('request.team.list', ({ teamName }) => teamName)],
  project: [part('request.project.list', ({ projectName }) => projectName)],
  status: [part('request.status.list', ({ status }, words) => named('request', status, words))],
  created: [day('request.applied.list', ({ createdAt }, words) => dayOf(createdAt, words))],
  decided: [day('request.decided.list', ({ decidedAt }, words) => dayOf(decidedAt, words))],
  size: [number('request.members.list', ({ teamSize }) => teamSize)],
  reviewer: [part('request.reviewer.list', ({ reviewer }) => reviewer?.name)],
  places: [number('request.freePlaces.list', ({ freePlaces }) => freePlaces)],
  rivals: [number('request.otherApplications.list', ({ rivals }) => rivals)],
  message: [part('request.message.list', ({ message }) => message, 'long')],
  reason: [part('request.reason.list', ({ reason }) => reason, 'long'), part('request.comment.list', ({ comment }) => comment, 'long')],
}

const lists: { [L in ViewList]: Parts<ListRows[L]> } = { project, team, person, request }

const BATCH = 500

type Content<L extends ViewList> = {
  list: L
  rows: ListRows[L][]
  /** In this order; unknown ones are ignored, and with none of them all are written. */
  columns: string[]
  language: Language
  format: SheetFormat
  calendar: Calendar
}

// A program that expects another separator splits a cell there, quoted or not, and the rest may be a formula.
const INNER_FORMULA = /([,;\t\r\n])(?=[=+@]|-\S)/g

export function writeList<L extends ViewList>(thread: SheetThread, content: Content<L>, signal?: AbortSignal): Promise<Buffer> {
  const { list, rows, columns, language, format, calendar } = content
  const known = lists[list] as Parts<ListRows[L]>
  const chosen = [...new Set(columns)].filter((key) => Object.hasOwn(known, key))
  const parts = (chosen.length > 0 ? chosen : Object.keys(known)).flatMap((key) => known[key]!)
  const textOf = (text: string) => (format === 'csv' ? text.replaceAll(INNER_FORMULA, "$1'") : text)
  const lineOf = (row: ListRows[L]): Cell[] => parts.map(({ value }) => textOf(String(value(row, { language, calendar }) ?? '')))
  async function* batches(): AsyncGenerator<Cell[][]> {
    for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH).map(lineOf)
  }
  const heads = parts.map(({ key, kind = 'text' }) => ({ head: sheetText(language, key), kind }))
  return thread.write(format, heads, batches(), undefined, signal)
}
