import { type Decode, date, fail, id, list, nullable, record, status, string } from './kotlin.ts'

// What several screens of the client that is already on phones decode, as it is written there.

export const project = record({
  id: string,
  name: string,
  shortDescription: nullable(string),
  description: nullable(string),
  dateStart: nullable(date),
  dateEnd: nullable(date),
  enrollmentStart: nullable(date),
  enrollmentEnd: nullable(date),
  curator: nullable(string),
  client: nullable(string),
  tags: list(id),
  teams: list(id),
  status,
  links: list(record({ id, platform: string, link: string })),
})
export const noObjects: Decode<never[]> = (value, at) =>
  Array.isArray(value) && value.length === 0 ? [] : fail(at, 'an empty list', value)
export const team = record({
  id,
  name: string,
  members: list(id),
  administrators: list(id),
  project: nullable(string),
  requests: list(id),
  documents: noObjects,
})
export const member = record({ id, name: string, roles: list(string), user: nullable(id), team: nullable(id) })
