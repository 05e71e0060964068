import { useRef } from 'preact/hooks'
import { Table } from '#console/parts/table/table.tsx'
import { removeTerm } from '#console/screens/vocabularies/remove-term.ts'
import { t } from '#console/texts.ts'
import { deleteSynonym, type SynonymEntry } from '#contract/console/synonym.ts'
import { IconButton } from '#ui/button.tsx'
import { call } from '#ui/server/api.ts'
import { shortTitle } from './titles.ts'

type Props = { entries: SynonymEntry[]; onEdit(entry: SynonymEntry): void }

export function SynonymTable({ entries, onEdit }: Props) {
  const table = useRef<HTMLTableElement>(null)
  // The row of the focused button disappears: the focus goes to the next row, or the previous one.
  const remove = (entry: SynonymEntry) => {
    const row = table.current?.querySelector(`[data-entry="${entry.id}"]`)
    const next = row?.nextElementSibling ?? row?.previousElementSibling
    next?.querySelector<HTMLButtonElement>('.term-actions button')?.focus()
    removeTerm('synonym', { id: entry.id, name: shortTitle(entry) }, () => call(deleteSynonym, { params: { id: String(entry.id) } }))
  }
  return (
    <Table
      className="terms synonyms"
      rows={entries}
      keyOf={({ id }) => id}
      rowProps={({ id }) => ({ 'data-entry': id })}
      tableProps={{ ref: table }}
      columns={[
        { key: 'words', name: t('synonyms.words'), dir: 'auto', cell: ({ words }) => words.join(', ') },
        {
          key: 'kind',
          name: t('synonyms.kind'),
          cell: ({ kind }) => <span class={kind === 'two-way' ? 'badge' : 'badge badge-published'}>{t(`synonyms.kind.${kind}`)}</span>,
        },
        {
          key: 'expandsTo',
          name: t('synonyms.expandsTo'),
          dir: 'auto',
          cell: ({ expandsTo }) => (expandsTo.length > 0 ? expandsTo.join(', ') : <span class="soft">—</span>),
        },
        {
          key: 'actions',
          name: t('vocabularies.actions'),
          head: <span class="visually-hidden">{t('vocabularies.actions')}</span>,
          className: 'term-actions',
          cell: (entry) => (
            <>
              <IconButton icon="edit" name={t('vocabularies.edit', { name: shortTitle(entry) })} onClick={() => onEdit(entry)} />
              <IconButton icon="remove" name={t('vocabularies.delete', { name: shortTitle(entry) })} onClick={() => remove(entry)} />
            </>
          ),
        },
      ]}
    />
  )
}
