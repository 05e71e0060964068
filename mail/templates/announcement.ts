import type { Language } from '#contract/errors.ts'
import { type Block, type Email, lineText, say } from '#mail/email.ts'
import { type Addressee, footerLinks, greetingTo, type Site } from './notice.ts'

// Announcements of curators: their Markdown text in the frame of every email.

export type AnnouncementText = { subject: string; body: string; author: string | null }

const texts = {
  en: {
    by: (name: string) => say`${[{ value: name }]}, curator`,
    why: 'You’re receiving this email because the curators sent you an announcement.',
    test: 'This is a test email. Only you received it.',
  },
  ru: {
    by: (name: string) => say`${[{ value: name }]}, куратор`,
    why: 'Вы получили это письмо, потому что кураторы отправили вам объявление.',
    test: 'Это тестовое письмо. Его получили только вы.',
  },
} satisfies Record<Language, unknown>

/** Text and signature; also as a part of a digest. */
export const announcementBlocks = ({ body, author }: AnnouncementText, language: Language): Block[] => [
  { kind: 'markdown', text: body },
  ...(author ? [{ kind: 'line' as const, line: texts[language].by(author) }] : []),
]

/** `unsubscribe`: null for a test. */
export function announcementEmail(announcement: AnnouncementText, to: Addressee, site: Site, unsubscribe: string | null): Email {
  const { language } = to
  const { why, test } = texts[language]
  return {
    language,
    subject: announcement.subject,
    title: announcement.subject,
    greeting: greetingTo(to),
    blocks: announcementBlocks(announcement, language),
    action: null,
    after: [],
    why: say`${unsubscribe === null ? test : why}`,
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
