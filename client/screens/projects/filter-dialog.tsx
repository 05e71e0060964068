import { useEffect, useState } from 'preact/hooks'
import { type ProjectSearch, withoutFilters } from '#client/search.ts'
import { t } from '#client/texts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { FilterForm, useChoices } from './filter-form.tsx'
import './filters.css'

type Props = { isOpen: boolean; search: ProjectSearch; onClose(): void; onApply(search: ProjectSearch): void }

/** Below the width of the column: the filters are applied together. */
export function FilterDialog({ isOpen, search, onClose, onApply }: Props) {
  const [draft, setDraft] = useState(search)
  useEffect(() => {
    if (isOpen) setDraft(search)
  }, [isOpen])
  const counted = useChoices(draft, isOpen)
  const apply = (next: ProjectSearch) => {
    onApply(next)
    onClose()
  }
  return (
    <Dialog
      title={t('projects.filter')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button look="plain" onClick={() => apply(withoutFilters(draft))}>
            {t('projects.reset')}
          </Button>
          <Button onClick={() => apply(draft)}>{t('projects.show', { count: counted?.total ?? 0 })}</Button>
        </>
      }
    >
      <FilterForm search={draft} counted={counted} onChange={setDraft} />
    </Dialog>
  )
}
