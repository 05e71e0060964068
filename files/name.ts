const LONGEST = 200

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const control = /[\u0000-\u001f\u007f-\u009f]/g
const marks = /[\u061c\u200e\u200f\u2028\u2029\ufeff]/g // turn or break a line, and are seen by nobody
const turned = /[\u202a-\u202e\u2066-\u2069]/ // makes “exe.pdf” out of “fdp.exe”

/** Such a name is made to be misread. */
export const isDisguised = (name: string): boolean => turned.test(name)

/** What people called their file, as a name and never as a path. */
export function storedName(given: string): string {
  const last = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1)!
  const clean = last.replace(control, '').replace(marks, '').replace(new RegExp(turned, 'g'), '').replace(/\s+/g, ' ').trim()
  const letters = [...clean.replace(/^\.+/, '')]
  if (letters.length <= LONGEST) return letters.join('') || 'file'
  // The end says what it is.
  const ending = /(?:\.tar)?\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? ''
  return letters.slice(0, LONGEST - ending.length).join('') + ending
}
