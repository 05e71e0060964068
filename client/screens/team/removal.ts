import { t } from '#client/texts.ts'

/** Of a file or a link. */
export const removalOf = (name: string, remove: () => Promise<unknown>) => ({
  done: t('team.deleted', { name }),
  failed: (why: string) => t('team.notDeleted', { name, why }),
  remove,
})
