import type { Language } from '#contract/language.ts'
import { type Block, type Email, lineText } from '#mail/email.ts'
import { type Addressee, footerLinks, greetingTo, type Site } from './notice.ts'
import { mailLine } from './text.ts'

// Announcements of curators: their Markdown text in the frame of every email.

export type AnnouncementText = { subject: string; body: string; author: string | null }

/** Text and signature; also as a part of a digest. */
export const announcementBlocks = ({ body, author }: AnnouncementText, language: Language): Block[] => [
  { kind: 'markdown', text: body },
  ...(author ? [{ kind: 'line' as const, line: mailLine(language, 'announcement.by', { name: [{ value: author }] }) }] : []),
]

/** `unsubscribe`: null for a test. */
export function announcementEmail(announcement: AnnouncementText, to: Addressee, site: Site, unsubscribe: string | null): Email {
  const { language } = to
  return {
    language,
    subject: announcement.subject,
    title: announcement.subject,
    greeting: greetingTo(to),
    blocks: announcementBlocks(announcement, language),
    action: null,
    after: [],
    why: mailLine(language, unsubscribe === null ? 'announcement.test' : 'announcement.why'),
    footerLinks: unsubscribe === null ? [] : footerLinks(language, site, unsubscribe),
    directory: { name: site.name, accentHue: site.accentHue },
  }
}

export type AnnouncementPreview = {
  subject: string
  greeting: string
  body: string
  signature: string
  why: string
  links: string[]
}

/** The parts of the email, for the console. */
export function announcementPreview(announcement: AnnouncementText, to: Addressee, site: Site): AnnouncementPreview {
  const email = announcementEmail(announcement, to, site, '')
  const lines = email.blocks.flatMap((block) => (block.kind === 'line' ? lineText(block.line) : []))
  return {
    subject: email.subject,
    greeting: lineText(email.greeting),
    body: announcement.body,
    signature: lines.join('\n'),
    why: lineText(email.why),
    links: email.footerLinks.map(({ label }) => label),
  }
}
