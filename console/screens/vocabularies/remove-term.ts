import { t } from '#console/texts.ts'
import type { Vocabulary } from '#contract/console/vocabulary.ts'
import { isRemoving, removeLater } from '#ui/dialog/removal.ts'

type Kind = Vocabulary | 'synonym'

export const isTermRemoved = (kind: Kind, id: number): boolean => isRemoving(`${kind} ${id}`)

export const removeTerm = (kind: Kind, { id, name }: { id: number; name: string }, remove: () => Promise<unknown>): void =>
  removeLater(`${kind} ${id}`, {
    done: t('vocabularies.deleted', { name }),
    failed: (why) => t('vocabularies.notDeleted', { name, why }),
    remove,
  })
