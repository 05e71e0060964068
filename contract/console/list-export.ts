import { Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { personFilter, personOrder } from './person.ts'
import { projectFilter, projectOrder } from './project.ts'
import { requestFilter, requestOrder } from './request.ts'
import { oneOf, sheetTypes } from './shared.ts'
import { teamFilter, teamOrder } from './team.ts'

// The lists of the console as spreadsheets: filtered, or the selected rows.

export const MOST_LISTED = 20_000
export const listFormats = ['csv', 'xlsx'] as const

const options = {
  format: Type.Optional(oneOf(listFormats, 'xlsx when absent')),
  ids: Type.Optional(
    Type.String({ pattern: '^\\d{1,10}(,\\d{1,10}){0,499}$', description: 'only these rows, whatever the filters say', examples: ['1,2'] }),
  ),
  columns: Type.Optional(
    Type.String({
      pattern: '^[a-z]{1,20}(,[a-z]{1,20}){0,29}$',
      description: 'columns of the list, in this order',
      examples: ['name,state'],
    }),
  ),
}

const shared = {
  method: 'GET',
  access: 'curator',
  tag: 'Console',
  seconds: 60,
  answer: Type.Unsafe<void>({ description: 'bytes' }),
  success: { status: 200, description: 'The spreadsheet', types: sheetTypes.slice(0, 2) },
} as const

export const exportProjects = endpoint({
  ...shared,
  id: 'exportProjects',
  path: '/console/project/export',
  summary: 'Exports the filtered list of projects, or selected ones, with headings in the caller’s language',
  query: Type.Object({ ...projectFilter, ...projectOrder, ...options }),
  errors: ['too_many_rows', 'too_many_jobs'],
})

export const exportTeams = endpoint({
  ...shared,
  id: 'exportTeams',
  path: '/console/team/export',
  summary: 'Exports the filtered list of teams, or selected ones, with headings in the caller’s language',
  query: Type.Object({ ...teamFilter, ...teamOrder, ...options }),
  errors: ['too_many_rows', 'too_many_jobs'],
})

export const exportPeople = endpoint({
  ...shared,
  id: 'exportPeople',
  path: '/console/person/export',
  access: 'administrator',
  summary: 'Exports the filtered list of people, or selected ones, with headings in the caller’s language',
  query: Type.Object({ ...personFilter, ...personOrder, ...options }),
  errors: ['too_many_rows', 'too_many_jobs'],
})

export const exportRequests = endpoint({
  ...shared,
  id: 'exportRequests',
  path: '/console/request/export',
  summary: 'Exports the filtered list of applications, or selected ones, with headings in the caller’s language',
  query: Type.Object({ ...requestFilter, ...requestOrder, ...options }),
  errors: ['too_many_rows', 'too_many_jobs'],
})

export const listExportEndpoints = [exportProjects, exportTeams, exportPeople, exportRequests]
