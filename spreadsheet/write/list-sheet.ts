import type { ListedPerson } from '#contract/console/person.ts'
import type { ListedProject } from '#contract/console/project.ts'
import type { ReviewRequest } from '#contract/console/request.ts'
import type { SheetFormat } from '#contract/console/spreadsheet.ts'
import type { ListedTeam } from '#contract/console/team.ts'
import type { ViewList } from '#contract/console/view.ts'
import type { Language } from '#contract/errors.ts'
import type { Calendar } from '#rules/time/day.ts'
import { writeDay } from '#rules/time/day.ts'
import type { ColumnKind } from '#spreadsheet/column/columns.ts'
import type { SheetThread } from '#spreadsheet/read/worker-thread.ts'
import type { Cell } from '#spreadsheet/sheet.ts'
import { joinList } from './list.ts'
import { stateNames } from './list-names.ts'

// Lists of the console as spreadsheets for people: headings and values in their language. They are not made to be imported again.

export type ListRows = { project: ListedProject; team: ListedTeam; person: ListedPerson; request: ReviewRequest }

type Words = { language: Language; calendar: Calendar }
type Value = string | number | null | undefined
type SheetPart<R> = { head: Record<Language, string>; kind?: ColumnKind; value(row: R, words: Words): Value }
/** A column of a list is one or several columns of the sheet. */
type Parts<R> = Record<string, SheetPart<R>[]>

const part = <R>(en: string, ru: string, value: SheetPart<R>['value'], kind: ColumnKind = 'text'): SheetPart<R> => ({
  head: { en, ru },
  kind,
  value,
})
const number = <R>(en: string, ru: string, value: SheetPart<R>['value']) => part<R>(en, ru, value, 'number')
const day = <R>(en: string, ru: string, value: SheetPart<R>['value']) => part<R>(en, ru, value, 'day')
const dayOf = (instant: string | null, { calendar }: Words): string | null => instant && writeDay(calendar(new Date(instant)))
const named = (kind: keyof typeof stateNames, value: string | null, { language }: Words): string | null =>
  value && (stateNames[kind][value]?.[language] ?? value)

const project: Parts<ListedProject> = {
  name: [part('Project', 'Проект', ({ name }) => name), part('URL', 'Адрес', ({ slug }) => slug)],
  state: [
    part('State', 'Состояние', ({ state }, words) => named('state', state, words)),
    part('Status', 'Статус', ({ status }, words) => named('status', status, words)),
  ],
  opens: [day('Enrollment starts', 'Начало набора', ({ enrollmentStart }) => enrollmentStart)],
  closes: [day('Enrollment ends', 'Окончание набора', ({ enrollmentEnd }) => enrollmentEnd)],
  start: [day('Project starts', 'Начало проекта', ({ dateStart }) => dateStart)],
  end: [day('Project ends', 'Окончание проекта', ({ dateEnd }) => dateEnd)],
  places: [
    number('Team limit', 'Мест для команд', ({ teamLimit }) => teamLimit),
    number('Teams working', 'Команд работает', ({ teamsWorking }) => teamsWorking),
  ],
  waiting: [number('Applications', 'Заявок на рассмотрении', ({ requestsWaiting }) => requestsWaiting)],
  saved: [number('Saved', 'В избранном', ({ savedCount }) => savedCount)],
  curator: [part('Curator', 'Куратор', ({ responsibleCurator, curator }) => responsibleCurator?.name ?? curator)],
  client: [part('Client', 'Заказчик', ({ client }) => client)],
  changed: [day('Updated', 'Изменён', ({ updatedAt }, words) => dayOf(updatedAt, words))],
}

const team: Parts<ListedTeam> = {
  name: [part('Team', 'Команда', ({ name }) => name)],
  project: [
    part('Project', 'Проект', ({ project }) => project?.name),
    part('Project status', 'Статус проекта', ({ project }, words) => named('status', project?.status ?? null, words)),
  ],
  size: [number('Members', 'Участников', ({ size }) => size)],
  administrators: [part('Team admins', 'Администраторы', ({ administrators }) => joinList(administrators))],
  waiting: [number('Applications', 'Заявок на рассмотрении', ({ requestsWaiting }) => requestsWaiting)],
  changed: [day('Updated', 'Изменена', ({ updatedAt }, words) => dayOf(updatedAt, words))],
}

const person: Parts<ListedPerson> = {
  name: [
    part('Name', 'Имя', ({ name }) => name),
    part('Login', 'Логин', ({ login }) => login),
    part('Group', 'Группа', ({ group }) => group),
  ],
  email: [part('Email', 'Почта', ({ email }) => email)],
  access: [
    part('Access', 'Доступ', ({ access }, words) => named('access', access, words)),
    part('Account', 'Учётная запись', (row, words) =>
      named('account', row.isDisabled ? 'disabled' : row.hasSignedIn ? 'active' : 'never', words),
    ),
  ],
  teams: [part('Teams', 'Команды', ({ teams }) => joinList(teams.map(({ name }) => name)))],
  seen: [day('Last sign-in', 'Последний вход', ({ lastSignInAt }, words) => dayOf(lastSignInAt, words))],
}

const request: Parts<ReviewRequest> = {
  team: [part('Team', 'Команда', ({ teamName }) => teamName)],
  project: [part('Project', 'Проект', ({ projectName }) => projectName)],
  status: [part('Status', 'Статус', ({ status }, words) => named('request', status, words))],
  created: [day('Applied', 'Подана', ({ createdAt }, words) => dayOf(createdAt, words))],
  decided: [day('Decided', 'Решение', ({ decidedAt }, words) => dayOf(decidedAt, words))],
  size: [number('Members', 'Участников', ({ teamSize }) => teamSize)],
  reviewer: [part('Reviewer', 'Проверяющий', ({ reviewer }) => reviewer?.name)],
  places: [number('Free places', 'Свободных мест', ({ freePlaces }) => freePlaces)],
  rivals: [number('Other applications', 'Других заявок', ({ rivals }) => rivals)],
  message: [part('Message', 'Сообщение', ({ message }) => message, 'long')],
  reason: [part('Reason', 'Причина', ({ reason }) => reason, 'long'), part('Comment', 'Комментарий', ({ comment }) => comment, 'long')],
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
  const heads = parts.map(({ head, kind = 'text' }) => ({ head: head[language], kind }))
  return thread.write(format, heads, batches(), undefined, signal)
}
