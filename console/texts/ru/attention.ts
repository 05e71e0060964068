import type { attention as en } from '#console/texts/en/attention.ts'
import type { SameKeys } from '#ui/texts.ts'

export const attention: SameKeys<typeof en> = {
  'attention.title': 'Требует внимания',
  'attention.none': 'Ничего не требует внимания.',
  'attention.closing': {
    one: '{count} проект: набор закрывается на этой неделе, заявок нет',
    few: '{count} проекта: набор закрывается на этой неделе, заявок нет',
    many: '{count} проектов: набор закрывается на этой неделе, заявок нет',
    other: '{count} проекта: набор закрывается на этой неделе, заявок нет',
  },
  'attention.empty': {
    one: '{count} проект может не набрать команды',
    few: '{count} проекта могут не набрать команды',
    many: '{count} проектов могут не набрать команды',
    other: '{count} проекта могут не набрать команды',
  },
  'attention.idle': {
    one: '{count} команда без проекта и без заявок',
    few: '{count} команды без проекта и без заявок',
    many: '{count} команд без проекта и без заявок',
    other: '{count} команды без проекта и без заявок',
  },
  'attention.free': {
    one: '{count} команда без проекта',
    few: '{count} команды без проекта',
    many: '{count} команд без проекта',
    other: '{count} команды без проекта',
  },
  'attention.questions': {
    one: '{count} вопрос без ответа',
    few: '{count} вопроса без ответа',
    many: '{count} вопросов без ответа',
    other: '{count} вопроса без ответа',
  },
  'attention.drafts': {
    one: '{count} черновик проекта',
    few: '{count} черновика проектов',
    many: '{count} черновиков проектов',
    other: '{count} черновика проекта',
  },
  'attention.waits': 'Самое долгое ожидание по проектам',
  'attention.reviewers': 'Самое долгое ожидание по кураторам',
  'attention.reviewers.nobody': 'Не назначен',
  'attention.waits.count': { one: '{count} заявка', few: '{count} заявки', many: '{count} заявок', other: '{count} заявки' },
  'attention.filter': 'Требуют внимания',
  'attention.filter.any': 'Все проекты',
  'attention.filter.empty': 'Могут не набрать команды',
  'attention.filter.closing': 'Набор закрывается, заявок нет',
}
