import type { Language } from '#contract/errors.ts'
import type { Line } from '#mail/letter.ts'

// What the letters of one kind say in one language. The subject is also the line of a digest.

export type Text = {
  subject: Line
  title: string
  body: Line[]
  next: Line[] // after what people wrote about it
  label: string // of the link
  after?: Line[]
  why: Line
}

export type Told = { team: Line; project: Line; file: Line }
export type Texts = Record<Language, (told: Told) => Text>

export const words = {
  en: {
    hello: 'Hello',
    reason: 'The reason',
    comment: 'What they wrote about it',
    settings: 'Choose what you hear of by mail',
    off: 'No more mails of this kind',
    device: 'Device',
    network: 'Network',
    when: 'When',
    unknown: 'unknown',
    category: 'Kind',
    version: 'Version',
    who: 'Who',
  },
  ru: {
    hello: 'Здравствуйте',
    reason: 'Причина',
    comment: 'Комментарий',
    settings: 'Выбрать, о чём сообщать по почте',
    off: 'Больше не присылать такие письма',
    device: 'Устройство',
    network: 'Сеть',
    when: 'Когда',
    unknown: 'неизвестно',
    category: 'Вид',
    version: 'Версия',
    who: 'Кто',
  },
} satisfies Record<Language, Record<string, string>>
