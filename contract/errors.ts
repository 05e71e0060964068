import { announcementErrors } from './errors/announcement.ts'
import { callErrors } from './errors/call.ts'
import { consoleErrors } from './errors/console.ts'
import type { Texts } from './errors/entry.ts'
import { fileErrors } from './errors/file.ts'
import { mailErrors } from './errors/mail.ts'
import { noteErrors } from './errors/note.ts'
import { peopleErrors } from './errors/people.ts'
import { questionErrors } from './errors/question.ts'
import { roundErrors } from './errors/rounds.ts'
import { signInErrors } from './errors/sign-in.ts'
import { takingPartErrors } from './errors/taking-part.ts'
import { teamErrors } from './errors/teams.ts'

// Table of all error codes. Codes are stable: a code never changes its meaning and is never reused.
// Texts say what happened, why, and what to do next; {name} is filled in from the details of the Refusal.

export const errors = {
  ...callErrors,
  ...signInErrors,
  ...fileErrors,
  ...takingPartErrors,
  ...consoleErrors,
  ...mailErrors,
  ...peopleErrors,
  ...questionErrors,
  ...noteErrors,
  ...announcementErrors,
  ...teamErrors,
  ...roundErrors,
}

export type ErrorCode = keyof typeof errors
export type Language = 'en' | 'ru'
export type Details = Record<string, string | number>
export type FieldFault = { path: string; code: FaultCode; params?: Details }

// Errors of a single value: the entries of "errors" in a problem.
export const faults = {
  wrong_type: { en: 'should be {expected}', ru: 'ожидается: {expected}' },
  required: { en: 'is missing', ru: 'отсутствует' },
  not_a_date: { en: 'should be a date like 2026-09-01', ru: 'ожидается дата вида 2026-09-01' },
  out_of_range: { en: 'should be {expected}', ru: 'должно быть {expected}' },
  too_long: { en: 'must have at most {limit} characters', ru: 'не длиннее {limit} символов' },
  unknown_word: { en: 'should be one of: {expected}', ru: 'допустимо одно из: {expected}' },
  taken: { en: '“{name}” already exists', ru: '«{name}» уже есть' },
  too_few: { en: 'needs at least {least} words', ru: 'нужно не меньше {least} слов' },
  duplicate: { en: '“{value}” is listed twice', ru: '«{value}» указано дважды' },
  not_a_phrase: {
    en: '“{value}” should be one to {words} words, up to {limit} characters',
    ru: '«{value}» — нужно от одного до {words} слов, до {limit} символов',
  },
  only_one_way: { en: 'is only for entries of the kind “Also finds”', ru: 'только для записей вида «Находит также»' },
  in_other_entry: { en: '“{value}” is already in the entry “{other}”', ru: '«{value}» уже есть в записи «{other}»' },
  too_many: { en: 'must have at most {limit} items', ru: 'не более {limit} значений' },
  not_a_hue: {
    en: 'should be a hue: a whole number from 0 to 359, for example 172 for green or 250 for blue',
    ru: 'нужен оттенок: целое число от 0 до 359, например 172 — зелёный, 250 — синий',
  },
  no_language: { en: 'should have at least one language', ru: 'нужен хотя бы один язык' },
  locale_not_offered: { en: 'should include the default language', ru: 'язык по умолчанию должен быть среди доступных' },
  not_a_time_zone: {
    en: '“{value}” is not a time zone; use a name like Europe/Moscow or UTC',
    ru: '«{value}» — не часовой пояс; нужно название вида Europe/Moscow или UTC',
  },
  not_a_country: { en: '“{value}” is not a country code like GB', ru: '«{value}» — не код страны; нужен код вида RU' },
  not_an_email: { en: '“{value}” is not an email address', ru: '«{value}» — не адрес почты' },
  not_a_link: {
    en: '“{value}” is not a web address like https://example.org/terms',
    ru: '«{value}» — не адрес страницы; нужен адрес вида https://example.org/terms',
  },
} as const satisfies Record<string, Texts>

export type FaultCode = keyof typeof faults

// Expected types in words; {expected} of a fault may be one of these keys.
export const expectations: Record<string, Texts> = {
  string: { en: 'text', ru: 'текст' },
  integer: { en: 'a whole number', ru: 'целое число' },
  array: { en: 'a list', ru: 'список' },
  object: { en: 'an object', ru: 'объект' },
  boolean: { en: 'true or false', ru: 'true или false' },
  line: { en: 'one line without control characters', ru: 'одной строкой без управляющих символов' },
  host: { en: 'host names like github.com', ru: 'доменами вроде github.com' },
  later: { en: 'later than now and than the opening', ru: 'позже текущего времени и открытия' },
}

// Every endpoint can respond with these.
export const commonErrors = [
  'bad_http',
  'duplicate_authorization',
  'url_too_long',
  'headers_too_large',
  'too_many_calls',
  'internal',
  'overloaded',
  'deadline_exceeded',
] as const satisfies readonly ErrorCode[]

export const fill = (text: string, details: Details = {}): string =>
  text.replace(/\{(\w+)\}/g, (_, key: string) => String(details[key] ?? ''))

export const describeFault = ({ code, params }: FieldFault, language: Language): string =>
  fill(faults[code][language], { ...params, expected: expectations[params?.expected ?? '']?.[language] ?? params?.expected ?? '' })
