import type { savedMore as en } from '#client/texts/en/saved-more.ts'
import type { SameKeys } from '#ui/texts.ts'

export const savedMore: SameKeys<typeof en> = {
  'saved.title': 'Избранное',
  'saved.removed': 'Убрано из избранного.',
  'saved.full': 'На этом устройстве можно сохранить не больше {most} проектов. Войдите, чтобы сохранять больше.',
  'saved.empty': 'В избранном пока пусто',
  'saved.emptyText': 'Нажмите на закладку у проекта, и он появится здесь. Мы напомним письмом, когда приём заявок будет заканчиваться.',
  'saved.emptyGuest': 'Нажмите на закладку у проекта, и он появится здесь. Список хранится на этом устройстве, входить не нужно.',
  'saved.guest':
    'Список хранится только на этом устройстве. Войдите, чтобы видеть его везде и получать напоминания об окончании приёма заявок.',
  'saved.group.open': 'Идёт набор',
  'saved.group.pending': 'Скоро',
  'saved.group.closed': 'Приём заявок закончен',
}
