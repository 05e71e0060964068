import type { filters as en } from '#client/texts/en/filters.ts'
import type { SameKeys } from '#ui/texts.ts'

export const filters: SameKeys<typeof en> = {
  'filters.chosen': 'Выбранные фильтры',
  'filters.remove': 'Убрать фильтр: {name}',
  'filters.time': 'Проект: {days}',
  'filters.enrollment': 'Набор: {days}',
}
