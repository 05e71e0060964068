import { MOST_MENTIONS, MOST_NOTES, NOTES_AN_HOUR, type NoteObject } from '#contract/console/note.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Access } from '#rules/sign-in/admission.ts'

// Notes of curators on applications, teams and projects.

const HOUR_MS = 3_600_000

export function whyNotAddNote(
  on: NoteObject,
  { exists, onObject, ofHour }: { exists: boolean; onObject: number; ofHour: number },
): ErrorCode | null {
  if (!exists) return `${on}_not_found`
  if (onObject >= MOST_NOTES) return 'notes_full'
  return ofHour >= NOTES_AN_HOUR ? 'too_many_notes' : null
}

/** Notes after this time count for the limit of an hour. */
export const startOfHour = (now: Date): Date => new Date(now.getTime() - HOUR_MS)

/** Until the oldest note no longer counts. */
export const secondsUntilNextNote = (firstOfHour: Date, now: Date): number =>
  Math.max(1, Math.ceil((firstOfHour.getTime() + HOUR_MS - now.getTime()) / 1000))

export const mayEditNote = (authorId: number | null, { id, access }: { id: number; access: Access }): boolean =>
  authorId === id || access === 'administrator'

// Not inside an email address or a URL. A login may contain dots and hyphens, but the end of a sentence is not part of it.
const MENTION = /(?<![\p{L}\p{N}_@./-])@([a-z0-9](?:[a-z0-9._-]{0,58}[a-z0-9])?)/giu

/** The logins after an @, each once. */
export const mentionsIn = (text: string): string[] =>
  [...new Set([...text.matchAll(MENTION)].map(([, login]) => login!.toLowerCase()))].slice(0, MOST_MENTIONS)

/** The text in parts: mentions of these logins, and what is between them. */
export function splitMentions(text: string, logins: readonly string[]): { text: string; login: string | null }[] {
  const parts: { text: string; login: string | null }[] = []
  let end = 0
  for (const { 0: found, 1: login, index } of text.matchAll(MENTION)) {
    if (!logins.includes(login!.toLowerCase())) continue
    if (index > end) parts.push({ text: text.slice(end, index), login: null })
    parts.push({ text: found, login: login!.toLowerCase() })
    end = index + found.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), login: null })
  return parts
}

/** The unfinished mention before the cursor, for the list of people; null when there is none. */
export function mentionBefore(text: string, cursor: number): { from: number; typed: string } | null {
  const found = /(?<![\p{L}\p{N}_@./-])@([\p{L}\p{N}._-]{0,60})$/u.exec(text.slice(Math.max(0, cursor - 62), cursor))
  return found && { from: cursor - found[1]!.length - 1, typed: found[1]! }
}
