import { useRef } from 'preact/hooks'
import { removeLater } from '#console/screens/vocabularies/pending-removal.ts'
import { t } from '#console/texts/index.ts'
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
    const { id } = entry
    removeLater('synonym', { id, name: shortTitle(entry) }, () => call(deleteSynonym, { params: { id: String(id) } }))
  }
  return (
    <div class="data-table">
      <table class="terms synonyms" ref={table}>
        <thead>
          <tr>
            <th scope="col">{t('synonyms.words')}</th>
            <th scope="col">{t('synonyms.kind')}</th>
            <th scope="col">{t('synonyms.expandsTo')}</th>
            <th scope="col">
              <span class="visually-hidden">{t('vocabularies.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id} data-entry={entry.id}>
              <th scope="row" dir="auto">
                {entry.words.join(', ')}
              </th>
              <td>
                <span class={entry.kind === 'two-way' ? 'badge' : 'badge badge-published'}>{t(`synonyms.kind.${entry.kind}`)}</span>
              </td>
              <td dir="auto">{entry.expandsTo.length > 0 ? entry.expandsTo.join(', ') : <span class="soft">—</span>}</td>
              <td class="term-actions">
                <IconButton icon="edit" name={t('vocabularies.edit', { name: shortTitle(entry) })} onClick={() => onEdit(entry)} />
                <IconButton icon="remove" name={t('vocabularies.delete', { name: shortTitle(entry) })} onClick={() => remove(entry)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
