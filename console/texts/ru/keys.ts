import type { keys as en } from '#console/texts/en/keys.ts'
import type { SameKeys } from '#ui/texts.ts'

export const keys: SameKeys<typeof en> = {
  'keys.approve': 'Заявки: одобрить',
  'keys.decline': 'Заявки: отклонить',
  'keys.undo': 'Заявки: отменить последнее решение',
  'keys.select': 'Заявки: выбрать',
  'keys.round.preferred': 'Наборы, в таблице: предпочтительно',
  'keys.round.unsuitable': 'Наборы, в таблице: не подходит',
  'keys.round.none': 'Наборы, в таблице: снять отметку',
  'keys.round.lock': 'Наборы, в таблице: закрепить команду',
  'keys.choose': 'Сначала перейдите к заявке клавишами j и k.',
  'keys.decided': '{team}: по заявке уже есть решение.',
  'keys.approved': '{team}: заявка одобрена. Отменить — клавиша u.',
  'keys.nothing': 'Нет решения, которое можно отменить.',
}
