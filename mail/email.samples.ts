import type { Language } from '#contract/language.ts'
import type { MailFacts } from '#store/mail/facts.ts'
import { type Email, emailHtml, emailText } from './email.ts'
import { announcementEmail } from './templates/announcement.ts'
import { contactEmail } from './templates/contact.ts'
import { digestEmail } from './templates/digest.ts'
import { kinds, type NoticeKind } from './templates/kinds.ts'
import { noticeEmail } from './templates/notice.ts'
import { waitingEmail } from './templates/waiting.ts'

// One email of every kind, for tests and screenshots.

export const sampleSite = {
  publicUrl: 'http://localhost:8000',
  apiUrl: 'http://localhost:8000/api',
  timeZone: 'Europe/Moscow',
  name: 'Projectory',
  accentHue: 172,
  contact: null,
}

export const sampleFacts: MailFacts = {
  id: 7,
  kind: 'request_approved',
  data: {
    request: 12,
    team: 5,
    device: 'Firefox, Linux',
    network: '203.0.113.x',
    token: 'pj_em_m3Zk0Q9xYtV2cR8sL5wN7aB1dF4gH6jK0pU2eT3iO4w',
  },
  createdAt: new Date('2026-11-15T09:05:00Z'),
  team: 'Северный ветер',
  project: { name: 'Hospital queue board', slug: 'hospital-queue-board', isPublished: true },
  reason: { en: 'The team lacks skills that the project needs', ru: 'Команде не хватает нужных проекту навыков' },
  comment: 'Для оценки времени ожидания нужен человек, который знает статистику.\nБудем рады новой заявке весной.',
  file: { name: 'Отчёт за ноябрь.pdf', category: 'Report', version: 3, comment: 'Поправили таблицу на странице 4.' },
  question: {
    text: 'Можно ли участвовать, если мы ещё не знаем статистику?',
    answer: 'Да. В октябре будет вводное занятие, записываться на него не нужно.',
  },
  message: { text: 'Кто из вас знаком со статистикой?\nЕсли никто, напишите: поможем найти.' },
  note: {
    text: 'Статистика пока нет. @margaret, кого-нибудь посоветуете?',
    on: 'request',
    id: 12,
    name: 'Северный ветер → Hospital queue board',
  },
  joining: { message: 'Нам не хватает тестировщика.\nПриходите!', isOpen: true },
  person: null,
  round: {
    name: 'Autumn 2026',
    slug: 'autumn-2026',
    result: {
      project: null,
      choices: {
        1: { name: 'Карта дворов', unsuitable: null },
        2: { name: 'Night Bus Planner', unsuitable: null },
      },
      open: ['Hospital queue board', 'Школьный планетарий'],
      reasons: {
        summary: { code: 'no_place_lottery', choices: 2, places: 3, teams: 7 },
        choices: [
          { project: 'karta-dvorov', rank: 1, reason: { code: 'taken', places: 2, byHand: 0, preferred: 0, lottery: 2 } },
          { project: 'night-bus-planner', rank: 2, reason: { code: 'taken', places: 1, byHand: 0, preferred: 1, lottery: 0 } },
        ],
      },
    },
  },
  announcement: null,
  actor: 'Борис Андреев',
  linkEndsAt: new Date('2026-11-16T09:05:00Z'),
  closing: [
    { name: 'Hospital queue board', slug: 'hospital-queue-board', closesOn: '2026-11-18', closesAt: null },
    { name: 'Карта дворов', slug: 'karta-dvorov', closesOn: '2026-11-18', closesAt: null },
  ],
}

export const noticeKinds = Object.keys(kinds) as NoticeKind[]

const UNSUBSCRIBE = `${sampleSite.apiUrl}/mail/unsubscribe?token=7b0c1f1e-4c7b-4b8e-9a53-0f3a6f1f6a10&kind=`

export function sampleNotice(kind: NoticeKind, language: Language, facts: Partial<MailFacts> = {}): Email {
  const isForced = kind === 'email_change' || kind === 'email_changed'
  const to = { language, name: kind === 'email_change' ? '' : 'Анна' }
  return noticeEmail({ ...sampleFacts, kind, ...facts }, to, sampleSite, isForced ? null : `${UNSUBSCRIBE}${kind}`)
}

export const sampleDigest = (language: Language, count = 3): Email =>
  digestEmail(
    Array.from({ length: count }, (_, at) => ({ ...sampleFacts, kind: noticeKinds[at % 9]! })),
    { language, name: 'Анна' },
    sampleSite,
    `${UNSUBSCRIBE}digest`,
  )

const sampleAnnouncement = (language: Language): Email =>
  announcementEmail(
    {
      subject: 'Open day on Friday',
      body: 'Every team gets a table and a screen.\n\n## Plan\n\n- 14:00 set up\n- 15:00 **doors open**\n\n> Bring something people can touch.\n\n| when | where |\n| --- | --- |\n| 14:00 | room 12 |\n\nMore in the [guide](https://example.org/guide).',
      author: 'Margaret Oakes',
    },
    { language, name: 'Анна' },
    sampleSite,
    `${UNSUBSCRIBE}announcements`,
  )

const sampleWaiting = (language: Language): Email =>
  waitingEmail(
    [
      { id: 4, team: 'Маяк', project: 'Карта дворов', days: 5 },
      { id: 7, team: 'Lighthouse', project: 'City Tree Census', days: 0 },
    ],
    2,
    { language, name: 'Margaret' },
    sampleSite,
    `${UNSUBSCRIBE}request_new`,
  )

export const sampleContact = (language: Language) =>
  contactEmail(
    {
      writer: { id: 3, login: 'anna', name: 'Анна Ковалёва', email: 'anna@students.example.org' },
      data: {
        name: 'Анна Ковалёва',
        email: 'anna@students.example.org',
        subject: 'A team of two',
        message: 'Good morning!\n\nMay a team of two apply, or are three needed?\n\nAnna',
        about: 'contact',
        language: 'ru',
      },
    },
    language,
    sampleSite.publicUrl,
  )

export type Sample = { name: string; subject: string; text: string; html: string | null }

const more = (language: Language) =>
  [
    ['digest', sampleDigest(language)],
    ['announcements', sampleAnnouncement(language)],
    ['requests_waiting', sampleWaiting(language)],
  ] as const

export const sampleEmails = (language: Language): Sample[] => [
  ...[...noticeKinds.map((kind) => [kind, sampleNotice(kind, language)] as const), ...more(language)].map(([name, email]) => ({
    name,
    subject: email.subject,
    text: emailText(email),
    html: emailHtml(email),
  })),
  { name: 'contact', ...sampleContact(language), html: null },
]
