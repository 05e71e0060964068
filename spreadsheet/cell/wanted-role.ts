import { ProjectDraft } from '#contract/console/project.ts'
import { MOST_WANTED, type WantedRoleDraft } from '#contract/vocabulary/role.ts'
import { type FoundWantedRole, type wantedRoleReader, wantedRoleText } from '#rules/team/wanted-role.ts'
import { several } from '#spreadsheet/messages.ts'
import type { TermReader } from '#spreadsheet/plan/terms.ts'
import { joinList, splitNames } from '#spreadsheet/write/list.ts'
import { type Read, whyOverLimit } from './cell-read.ts'

// Wanted roles in a cell: "Designer 2; QA". Also read: "Designer × 2", "Designer x2".

export const wantedCell = (wanted: readonly WantedRoleDraft[]): string => joinList(wanted.map(wantedRoleText))

const isDigit = (sign: string | undefined): boolean => sign !== undefined && sign >= '0' && sign <= '9'

/** How "Designer x 2" may be read, best first: a name can end in a number or a sign itself. In linear time. */
export function readingsOf(item: string): WantedRoleDraft[] {
  const whole = { role: item, count: 1 }
  let start = item.length
  while (isDigit(item[start - 1])) start--
  const before = item.slice(0, start)
  const name = before.trimEnd()
  const isMarked = /[×*]$/.test(name) || /\s[xхXХ]$/.test(name)
  if (start === item.length || name === '' || (name === before && !isMarked)) return [whole] // "Web3" is a name
  const count = Number(item.slice(start))
  const marked = isMarked ? [{ role: name.slice(0, -1).trimEnd(), count }] : []
  return [{ role: name, count }, ...marked, whole]
}

type Reader = ReturnType<typeof wantedRoleReader>
const schema = ProjectDraft.properties.wantedRoles

/** The first reading that names a role; otherwise the one for the message. */
const readItem = (item: string, find: Reader, terms?: TermReader): WantedRoleDraft => {
  const readings = readingsOf(item)
  const meant = readings.map(({ role, count }) => ({ role: terms?.meant(role) ?? role, count }))
  return meant.find(({ role, count }) => role === '' || find([{ role, count }]).unknown.length === 0) ?? readings.at(-2) ?? readings[0]!
}

export const readWantedRoles =
  (find: Reader, terms?: TermReader) =>
  (cell: string): Read<FoundWantedRole[]> => {
    const isKnown = (item: string): boolean => find([readItem(item, find, terms)]).unknown.length === 0
    const items = splitNames(cell, isKnown)
    const tooMany = whyOverLimit(schema, items)
    if (tooMany) return { fault: tooMany }
    const given = items.map((item) => readItem(item, find, terms)).filter(({ role }) => role !== '')
    const tooLong = given.map(({ role }) => whyOverLimit(schema.items.properties.role, role)).find((fault) => fault !== null)
    if (tooLong) return { fault: tooLong }
    const { wanted, unknown, isOver } = find(given)
    terms?.note(unknown)
    if (unknown.length > 0) return { fault: { code: 'unknown_role', details: { value: several(unknown) } } }
    const isWrong = isOver || given.some(({ count }) => count < 1 || count > MOST_WANTED)
    return isWrong ? { fault: { code: 'wanted_count', details: { most: MOST_WANTED } } } : { value: wanted }
  }
