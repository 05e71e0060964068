import type { filterForm as en } from '#client/texts/en/filter-form.ts'
import type { SameKeys } from '#ui/texts.ts'

export const filterForm: SameKeys<typeof en> = {
  'projects.status': 'Статус',
  'projects.tags': 'Темы',
  'projects.time': 'Сроки проекта',
  'projects.enrollment': 'Сроки набора',
  'projects.from': 'С',
  'projects.to': 'По',
  'projects.show': {
    one: 'Показать {count} проект',
    few: 'Показать {count} проекта',
    many: 'Показать {count} проектов',
    other: 'Показать {count} проекта',
  },
}
