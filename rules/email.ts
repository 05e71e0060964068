import type { EmailBody, MailSubject } from '#contract/email.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { readEmail } from './claims.ts'
import { readName } from './text.ts'

// What strangers may write to the directory, and what somebody looks at before it goes on.

export type Letter = { name: string; email: string; subject: string; message: string; about: MailSubject }

const SUBJECT_MAX = 200
const MESSAGE_MAX = 5000

// A line that breaks could become a header of the mail; half a letter cannot be written as UTF-8.
const UNSENDABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u
const STEERING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

function readSubject(given: string): string | null {
  const subject = given.trim().normalize('NFC')
  const isGood = [...subject].length <= SUBJECT_MAX && !UNSENDABLE.test(given) && subject.search(STEERING) === -1
  return isGood ? subject : null
}

// Signs that steer the direction of text come along unseen with what is pasted. In a name or a subject they could make it look like another,
// so these are refused; a message is nobody's name, and who could find such a sign in five thousand? There they are dropped.
function readMessage(given: string): string | null {
  const message = given.replaceAll('\r\n', '\n').replace(STEERING, '').normalize('NFC').trim()
  return [...message].length <= MESSAGE_MAX && !UNSENDABLE.test(message.replace(/[\n\t]/g, ' ')) ? message : null
}

export function readLetter({ name, email, subject = '', message = '', kind = 'contact' }: EmailBody): Letter | { refusal: ErrorCode } {
  const read = { name: readName(name), email: readEmail(email.trim()), subject: readSubject(subject), message: readMessage(message) }
  if (read.name === null || /\p{Cc}/u.test(name)) return { refusal: 'invalid_name' }
  if (read.email === null || /\p{Cc}/u.test(email)) return { refusal: 'invalid_email' }
  if (read.subject === null || read.message === null) return { refusal: 'invalid_text' }
  return { ...read, about: kind } as Letter
}

const LINKS_MAX = 10
const LINK = /\b[a-z][a-z0-9+.-]{0,20}:\/\/(?:www\.)?|\bwww\./gi

/** Why somebody should look at it first, in words for them; null: nothing speaks against it. */
export function whyReview({ name, subject, message }: Letter, website = ''): string | null {
  if (website.trim() !== '') return 'filled in a field that people do not see'
  const links = [name, subject, message].join('\n').match(LINK)?.length ?? 0
  return links > LINKS_MAX ? `${links} links` : null
}

/** More than this from one reply address in an hour, or from everybody in a day, waits for somebody to look. */
export type Crowd = { ofWriter: number; ofAll: number }
const crowd: Crowd = { ofWriter: 3, ofAll: 200 }

export const crowdLimits: Record<'on' | 'campus' | 'off', Crowd | null> = {
  on: crowd,
  campus: { ofWriter: crowd.ofWriter * 10, ofAll: crowd.ofAll * 10 },
  off: null,
}

const HOUR_MS = 3_600_000
const linksMailed = [
  { most: 5, withinMs: HOUR_MS },
  { most: 10, withinMs: 24 * HOUR_MS },
]
export const MOST_LINKS_MAILED = 10

/** Seconds until the next link that confirms an address may be mailed, by when the last ones were, newest first; 0: now. */
export function waitForLink(mailed: Date[], now: Date): number {
  const waits = linksMailed.map(({ most, withinMs }) => (mailed[most - 1]?.getTime() ?? -Infinity) + withinMs - now.getTime())
  return Math.max(0, ...waits.map((ms) => Math.ceil(ms / 1000)))
}
