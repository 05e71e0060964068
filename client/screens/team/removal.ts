import { t } from '#client/texts/index.ts'

/** Of a file or a link. */
export const removalOf = (name: string, remove: () => Promise<unknown>) => ({
  done: t('team.deleted', { name }),
  failed: (why: string) => t('team.notDeleted', { name, why }),
  remove,
})
