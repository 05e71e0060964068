import type { Language } from '#contract/errors.ts'
import type { CheckStep, Difference } from './check.ts'

// The steps of a check and the first difference, for the page and the command line.

export const stepTexts: Record<CheckStep, Record<Language, string>> = {
  format: { en: 'The file has the right format', ru: 'Формат файла правильный' },
  published: { en: 'It matches what was published before the results', ru: 'Совпадает с опубликованным до результатов' },
  seed: { en: 'The seed matches the published hash', ru: 'Секретное число соответствует опубликованному хешу' },
  choices: { en: 'The choices match their digest', ru: 'Списки команд соответствуют контрольной сумме' },
  lottery: { en: 'The lottery numbers are computed', ru: 'Номера жеребьёвки вычислены' },
  placement: { en: 'The placement follows from the rule', ru: 'Распределение соответствует правилу' },
}

const faultTexts = {
  json: { en: 'this is not JSON', ru: 'это не JSON' },
  duplicate: { en: 'something is listed twice', ru: 'что-то указано дважды' },
  keys: { en: 'a key is missing or unknown', ru: 'поля не хватает, или оно лишнее' },
  value: { en: 'the value is not allowed', ru: 'недопустимое значение' },
  order: { en: 'the list is not sorted', ru: 'список не отсортирован' },
  unknown: { en: 'this project or choice is not in the file', ru: 'такого проекта или выбора нет в файле' },
  full: { en: 'more locks than places', ru: 'закреплённых команд больше, чем мест' },
}

const words = {
  en: { stated: 'the file says', expected: 'it should be', none: 'no place', absent: 'nothing' },
  ru: { stated: 'в файле', expected: 'должно быть', none: 'без места', absent: 'ничего' },
}

/** What differs, in one line without a full stop. */
export function differenceText(language: Language, difference: Difference): string {
  const { stated, expected, none, absent } = words[language]
  if (difference.step === 'format') {
    const { path, fault } = difference.at
    return path === '' ? faultTexts[fault][language] : `${shown(path)}: ${faultTexts[fault][language]}`
  }
  const outcome = (value: string | null | undefined) => (value === undefined ? absent : value === null ? none : shown(value))
  const values = `${stated} ${outcome(difference.stated)}, ${expected} ${outcome(difference.expected)}`
  if (difference.step === 'placement') return `${shown(difference.team)}: ${values}`
  return difference.step === 'published' ? `${difference.key}: ${values}` : values
}

const LONGEST = 80

/** Texts of a file from anywhere go to a terminal: control characters are replaced. */
const shown = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text).replace(/[\p{Cc}\p{Cf}]/gu, '�')
