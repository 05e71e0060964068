import { useState } from 'preact/hooks'
import { Menu } from '#console/parts/table/menu.tsx'
import type { Selection } from '#console/parts/table/selection.ts'
import { t } from '#console/texts.ts'
import type { ListedProject } from '#contract/console/project.ts'
import { choiceKeys } from '#contract/project/choices.ts'
import { Button } from '#ui/button.tsx'
import { fieldText, hasFieldText } from '#ui/field-texts.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import type { BulkAction } from './bulk-form.tsx'

const edits = ['shift', 'window', 'tags', 'curator', ...choiceKeys] as const

type Props = { selection: Selection<ListedProject>; filter: Record<string, string> }

/** What can be done with the selected projects. */
export function BulkMenu({ selection, filter }: Props) {
  const [action, setAction] = useState<BulkAction | null>(null)
  const selected = selection.isAll ? { filter } : { ids: [...selection.rows.keys()] }
  return (
    <>
      <Button look="soft" onClick={() => setAction('publish')}>
        {t('bulk.publish')}
      </Button>
      <Button look="soft" onClick={() => setAction('archive')}>
        {t('bulk.archive')}
      </Button>
      <Menu label={t('bulk.edit')} icon="edit">
        {(close) =>
          edits.map((edit) => (
            <Button
              key={edit}
              look="plain"
              isWide
              onClick={() => {
                close()
                setAction(edit)
              }}
            >
              {hasFieldText(edit) ? fieldText(edit) : t(`bulk.${edit}`)}
            </Button>
          ))
        }
      </Menu>
      {action && (
        <BulkDialog
          action={action}
          selected={selected}
          onClose={() => setAction(null)}
          onDone={() => {
            setAction(null)
            selection.clear()
          }}
        />
      )}
    </>
  )
}
