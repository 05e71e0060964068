import type { TSchema } from 'typebox'
import { addMember, createTeam } from '#contract/console/team.ts'
import type { roleFinder } from '#rules/team/member.ts'
import { MEMBER_NAME_MAX, readMemberName, readTeamName } from '#rules/team/team.ts'
import { NAME_MAX, readText } from '#rules/text/text.ts'
import { several } from '#spreadsheet/messages.ts'
import type { TermReader } from '#spreadsheet/plan/terms.ts'
import { joinList } from '#spreadsheet/write/list.ts'
import { type Read, readWith, whyOverLimit } from './cell-read.ts'

// Reads the cells of a team sheet.

const { name: teamSchema, description: descriptionSchema } = createTeam.body.properties
const { name: memberSchema, roles: rolesSchema } = addMember.body.properties

const readName = (schema: TSchema, rule: (given: string) => string | null, most: number) =>
  readWith(schema, rule, (value) => (value.trim() === '' ? { code: 'required' } : { code: 'invalid_name', details: { value, most } }))
export const readTeam = readName(teamSchema, readTeamName, NAME_MAX)
export const readMember = readName(memberSchema, readMemberName, MEMBER_NAME_MAX)

export function readDescription(cell: string): Read<string | null> {
  const fault = whyOverLimit(descriptionSchema, cell)
  return fault ? { fault } : { value: readText(cell) }
}

export function readRoles(
  cell: string,
  findRoles: ReturnType<typeof roleFinder>,
  terms: TermReader,
): Read<{ ids: number[]; cell: string }> {
  const names = terms.split(cell)
  const fault = whyOverLimit(rolesSchema, names)
  if (fault) return { fault }
  const { found, unknown } = findRoles(names)
  terms.note(unknown)
  if (unknown.length > 0) return { fault: { code: 'unknown_role', details: { value: several(unknown) } } }
  return { value: { ids: found.map(({ id }) => id), cell: joinList(found.map(({ name }) => name)) } }
}
