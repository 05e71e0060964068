import type { Announcement, AnnouncementState, ListedAnnouncement } from '#contract/console/announcement.ts'
import type { AnySql } from '#database/sql.ts'
import { Refusal } from '#http/response/problem.ts'
import { readLine, readText } from '#rules/text/text.ts'
import { findAnnouncement, type StoredAnnouncement } from '#store/announcement/announcement.ts'

// Shared by the endpoints of announcements.

function stateOf({ state, sendAt, figures }: StoredAnnouncement, now: Date): AnnouncementState {
  if (state === 'recalling' || state === 'recalled') return 'recalled'
  if (now < sendAt) return state === 'preparing' ? 'preparing' : 'scheduled'
  return state === 'preparing' || figures.waiting > 0 ? 'sending' : 'sent'
}

export function announcementView(one: StoredAnnouncement, now: Date): ListedAnnouncement {
  const { id, subject, audience, project, round, author, figures } = one
  const state = stateOf(one, now)
  const { kind, teams, people } = audience
  return {
    id,
    subject,
    audience: { kind, project, round, ...(teams ? { teams } : {}), ...(people ? { people } : {}) },
    author,
    state,
    createdAt: one.createdAt.toISOString(),
    sendAt: one.sendAt.toISOString(),
    recalledAt: one.recalledAt?.toISOString() ?? null,
    figures,
    canRecall: one.state === 'preparing' || (one.state === 'ready' && figures.waiting > 0),
  }
}

/** Refused where it does not exist. */
export async function wholeAnnouncement(sql: AnySql, id: number, now: Date): Promise<Announcement> {
  const one = await findAnnouncement(sql, id)
  if (!one) throw new Refusal('announcement_not_found')
  const { body, recalledBy, problems } = one
  return { ...announcementView(one, now), body, recalledBy, problems }
}

/** Subject and text of a new announcement. */
export function readAnnouncement({ subject, body }: { subject: string; body: string }): { subject: string; body: string } {
  const text = { subject: readLine(subject), body: readText(body) }
  if (text.subject === null || text.body === null) throw new Refusal('text_required')
  return { subject: text.subject, body: text.body }
}
