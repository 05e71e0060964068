import type { EmailBody, MailSubject } from '#contract/email.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { readEmail } from '#rules/sign-in/claims.ts'
import { normalised, readName } from '#rules/text/text.ts'
import type { MailReason } from './reason.ts'

// The contact form: validation, and the criteria for review before delivery.

export type ContactEmail = { name: string; email: string; subject: string; message: string; about: MailSubject }

const SUBJECT_MAX = 200
const MESSAGE_MAX = 5000

// Line breaks would allow header injection; lone surrogates cannot be encoded as UTF-8.
const UNSENDABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

function readSubject(given: string): string | null {
  const subject = normalised(given.trim())
  const isGood = [...subject].length <= SUBJECT_MAX && !UNSENDABLE.test(given) && subject.search(BIDI_CONTROLS) === -1
  return isGood ? subject : null
}

// Bidirectional controls often come with pasted text. In a name or a subject they allow spoofing, so they are refused;
// in a message they are harmless and hard to find for its author, so they are removed.
function readMessage(given: string): string | null {
  const message = normalised(given.replaceAll('\r\n', '\n').replace(BIDI_CONTROLS, '')).trim()
  return [...message].length <= MESSAGE_MAX && !UNSENDABLE.test(message.replace(/[\n\t]/g, ' ')) ? message : null
}

export function readContactEmail({
  name,
  email,
  subject = '',
  message = '',
  kind = 'contact',
}: EmailBody): ContactEmail | { refusal: ErrorCode } {
  const read = { name: readName(name), email: readEmail(email.trim()), subject: readSubject(subject), message: readMessage(message) }
  if (read.name === null || /\p{Cc}/u.test(name)) return { refusal: 'invalid_name' }
  if (read.email === null || /\p{Cc}/u.test(email)) return { refusal: 'invalid_email' }
  if (read.subject === null || read.message === null) return { refusal: 'invalid_text' }
  return { ...read, about: kind } as ContactEmail
}

const LINKS_MAX = 10
const LINK = /\b[a-z][a-z0-9+.-]{0,20}:\/\/(?:www\.)?|\bwww\./gi

/** The reason for a review before delivery, for the curator; null: deliver at once. The hidden field `website` is a honeypot. */
export function whyReview({ name, subject, message }: ContactEmail, website = ''): MailReason | null {
  if (website.trim() !== '') return 'hidden_field'
  const links = [name, subject, message].join('\n').match(LINK)?.length ?? 0
  return links > LINKS_MAX ? 'many_links' : null
}

/** Beyond these numbers, per reply address and hour or in total per day, emails wait for review. */
export type ReviewLimits = { ofWriter: number; ofAll: number }
const limits: ReviewLimits = { ofWriter: 3, ofAll: 200 }

export const reviewLimits: Record<'on' | 'campus' | 'off', ReviewLimits | null> = {
  on: limits,
  campus: { ofWriter: limits.ofWriter * 10, ofAll: limits.ofAll * 10 },
  off: null,
}

const HOUR_MS = 3_600_000
const linksMailed = [
  { most: 5, withinMs: HOUR_MS },
  { most: 10, withinMs: 24 * HOUR_MS },
]
export const MOST_LINKS_MAILED = 10

/** Rate limit of confirmation links: seconds until the next may be sent, given the times of the last ones, newest first; 0: now. */
export function waitForLink(mailed: Date[], now: Date): number {
  const waits = linksMailed.map(({ most, withinMs }) => (mailed[most - 1]?.getTime() ?? -Infinity) + withinMs - now.getTime())
  return Math.max(0, ...waits.map((ms) => Math.ceil(ms / 1000)))
}
