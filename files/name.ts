const MAX_LENGTH = 200

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters
const control = /[\u0000-\u001f\u007f-\u009f]/g
const marks = /[\u061c\u200e\u200f\u2028\u2029\ufeff]/g // invisible direction marks and line breaks
const overrides = /[\u202a-\u202e\u2066-\u2069]/ // bidirectional overrides: show “fdp.exe” as “exe.pdf”

/** Whether the name uses bidirectional overrides to hide its extension. */
export const isDisguised = (name: string): boolean => overrides.test(name)

// The part of a very long name that can be stored: its beginning and its extension. Normalising takes quadratic time.
const inner = (name: string): string => (name.length > 8 * MAX_LENGTH ? name.slice(0, 4 * MAX_LENGTH) + name.slice(-MAX_LENGTH) : name)

/** The given file name without path, control and direction characters. */
export function storedName(given: string): string {
  const last = inner(given.split(/[/\\]/).at(-1)!).toWellFormed().normalize('NFC')
  const clean = last.replace(control, '').replace(marks, '').replace(new RegExp(overrides, 'g'), '').replace(/\s+/g, ' ').trim()
  const characters = [...clean.replace(/^\.+/, '')]
  if (characters.length <= MAX_LENGTH) return characters.join('') || 'file'
  // Truncation keeps the extension.
  const extension = /(?:\.tar)?\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? ''
  return characters.slice(0, MAX_LENGTH - extension.length).join('') + extension
}
