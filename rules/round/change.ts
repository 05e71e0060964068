import type { Language } from '#contract/errors.ts'
import { momentText } from '#rules/time/moment-text.ts'

// Changes of a round after it was announced, in words: on its page, in the console and, those made after a look at the result, in the bundle.

/** A code with its values: names of teams only in changes that are not public. */
export type RoundChange = { code: string; [key: string]: string | number | null }

type Texts = Record<Language, string>
const texts: Record<string, Texts> = {
  name: { en: 'Name: “{before}” → “{after}”', ru: 'Название: «{before}» → «{after}»' },
  opens: { en: 'Opens: {before} → {after}', ru: 'Открытие: {before} → {after}' },
  closes: { en: 'Closes: {before} → {after}', ru: 'Закрытие: {before} → {after}' },
  closed: { en: 'Closed early; it was to close at {before}', ru: 'Приём закрыт раньше срока, был назначен на {before}' },
  rule: { en: 'Rule: {before} → {after}', ru: 'Правило: {before} → {after}' },
  most_choices: { en: 'Projects a team may choose: {before} → {after}', ru: 'Сколько проектов выбирает команда: {before} → {after}' },
  project_added: { en: 'Project added: {project}', ru: 'Добавлен проект: {project}' },
  project_removed: { en: 'Project removed: {project}', ru: 'Убран проект: {project}' },
  places: { en: 'Places of {project}: {before} → {after}', ru: 'Места в проекте {project}: {before} → {after}' },
  project_published: { en: 'Project published: {project}', ru: 'Проект опубликован: {project}' },
  project_unpublished: {
    en: 'Project no longer published, without places: {project}',
    ru: 'Проект больше не опубликован, мест в нём нет: {project}',
  },
  abandoned: {
    en: 'Abandoned: the key of the lottery is lost, so there are no results. The choices are decided one by one',
    ru: 'Набор прекращён: ключ жеребьёвки утрачен, поэтому результатов нет. Решения принимаются по каждой заявке отдельно',
  },
  marks: { en: 'Marks of {count} choices changed', ru: 'Изменены отметки, вариантов: {count}' },
  lock: { en: 'A team was put into {project} by hand', ru: 'Команду закрепили за проектом {project}' },
  out_disbanded: { en: 'Team {name} takes no part: it was disbanded', ru: 'Команда {name} не участвует: её распустили' },
  out_empty: { en: 'Team {name} takes no part: it has no members left', ru: 'Команда {name} не участвует: в ней никого не осталось' },
  out_busy: {
    en: 'Team {name} takes no part: it works on another project',
    ru: 'Команда {name} не участвует: она работает над другим проектом',
  },
  out_promised: { en: 'Team {name} takes no part: it was given another project', ru: 'Команда {name} не участвует: ей дали другой проект' },
  out_ended: { en: 'A choice of team {name} has ended: {project}', ru: 'Заявка команды {name} закрылась: {project}' },
  back: { en: 'Team {name} takes part again', ru: 'Команда {name} снова участвует' },
  back_choice: { en: 'A choice of team {name} counts again: {project}', ru: 'Заявка команды {name} снова учитывается: {project}' },
  bundle_for: {
    en: 'Who may read the file of the results: {before} → {after}',
    ru: 'Кому доступен файл с результатами: {before} → {after}',
  },
  unlock: { en: 'A team is no longer put into a project by hand', ru: 'Закрепление команды за проектом снято' },
}

const rules: Record<string, Texts> = {
  fair: { en: 'fair', ru: 'по справедливости' },
  fullest: { en: 'most teams placed', ru: 'больше команд с местом' },
}
const readers: Record<string, Texts> = {
  everyone: { en: 'everybody', ru: 'всем' },
  participants: { en: 'participants', ru: 'участникам набора' },
}
const moments = ['opens', 'closes', 'closed']

export function roundChangeText({ code, ...values }: RoundChange, language: Language, timeZone: string): string {
  const textOf = (value: string | number | null | undefined): string => {
    if (value === null || value === undefined) return '–'
    if (moments.includes(code)) return momentText(new Date(value), language, timeZone)
    const words = code === 'rule' ? rules : code === 'bundle_for' ? readers : {}
    return words[value]?.[language] ?? String(value)
  }
  return (texts[code]?.[language] ?? code).replace(/\{(\w+)\}/g, (_, key: string) => textOf(values[key]))
}
