import type { saved as en } from '#client/texts/en/saved.ts'
import type { SameKeys } from '#ui/texts.ts'

export const saved: SameKeys<typeof en> = {
  'saved.save': 'В избранное',
  'saved.saved': 'В избранном',
  'saved.tabs': 'Списки',
  'saved.tab.all': 'Все',
  'saved.tab.saved': 'Избранное',
}
