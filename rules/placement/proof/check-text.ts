import type { Areas } from '#texts/areas.ts'
import type { KeyOf, Values } from '#texts/write.ts'
import type { Difference } from './check.ts'

// The first difference of a check, for the page and the command line.

/** A text of texts/<language>/proof.json. */
type WriteProof = (key: KeyOf<Areas['proof']>, values?: Values) => string

/** What differs, in one line without a full stop. */
export function differenceText(write: WriteProof, difference: Difference): string {
  const at = (where: string, what: string): string => (where === '' ? what : write('at', { where: shown(where), what }))
  if (difference.step === 'format') return at(difference.at.path, write(`${difference.at.fault}.fault`))
  const outcome = (value: string | null | undefined) =>
    value === undefined ? write('absent') : value === null ? write('none') : shown(value)
  const values = write('values', { stated: outcome(difference.stated), expected: outcome(difference.expected) })
  if (difference.step === 'placement') return at(difference.team, values)
  return difference.step === 'published' ? at(difference.key, values) : values
}

const LONGEST = 80

/** Texts of a file from anywhere go to a terminal: control characters are replaced. */
const shown = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text).replace(/[\p{Cc}\p{Cf}]/gu, '�')
