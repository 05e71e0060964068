import type { Language } from '#contract/errors.ts'
import type { Line } from '#mail/email.ts'

// The texts of one kind of email in one language. The subject is also the line in a digest.

export type Text = {
  subject: Line
  title: string
  body: Line[]
  next: Line[] // after the details and comments
  label: string // of the link
  after?: Line[]
  why: Line
}

/** A saved project whose enrollment closes. `until`: the time at which its round closes. */
export type Closing = { name: string; slug: string; closesOn: string; until: string | null }

// actor: who did it; object: what a note is on.
export type Names = {
  directory: Line
  team: Line
  project: Line
  file: Line
  actor: Line
  object: Line
  round: Line
  got: Line | null // the project of a team in a round
  hasEnded: boolean
  until: Line | null // to answer an offer
  isDisbanded: boolean
  isAgreed: boolean
  status: string | null // of a request to join
  person: Line | null // who has left, when it is not the reader
  closing: Closing[]
}
export type Texts = Record<Language, (names: Names) => Text>

export const words = {
  en: {
    hello: 'Hello',
    reason: 'Reason',
    comment: 'Comment',
    settings: 'Notification settings',
    off: 'Unsubscribe',
    device: 'Device',
    network: 'IP address',
    when: 'Time',
    unknown: 'unknown',
    category: 'Category',
    version: 'Version',
    who: 'Uploaded by',
    question: 'Question',
    answer: 'Answer',
    message: 'Message',
    note: 'Note',
    curator: 'A curator',
    contact: 'Contact',
  },
  ru: {
    hello: 'Здравствуйте',
    reason: 'Причина',
    comment: 'Комментарий',
    settings: 'Настройки уведомлений',
    off: 'Отписаться',
    device: 'Устройство',
    network: 'IP-адрес',
    when: 'Время',
    unknown: 'неизвестно',
    category: 'Категория',
    version: 'Версия',
    who: 'Автор',
    question: 'Вопрос',
    answer: 'Ответ',
    message: 'Сообщение',
    note: 'Заметка',
    curator: 'Куратор',
    contact: 'Написать администраторам',
  },
} satisfies Record<Language, Record<string, string>>
