import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Column } from '#console/parts/table/column.ts'
import { Table } from '#console/parts/table/table.tsx'
import { t } from '#console/texts.ts'
import { deleteWord, type Term, type Vocabulary } from '#contract/console/vocabulary.ts'
import { IconButton } from '#ui/button.tsx'
import { call } from '#ui/server/api.ts'
import { count } from '#ui/time/format.ts'
import { useOrder } from './order.ts'
import { removeTerm } from './remove-term.ts'

type Props = { kind: Vocabulary; terms: Term[]; onEdit(term: Term): void; onMerge(term: Term): void }

const extra = {
  tag: 'vocabularies.description',
  role: 'vocabularies.aliases',
  platform: 'vocabularies.hosts',
  'file-type': 'vocabularies.visibility',
  reason: null,
} as const

const Badge = ({ text }: { text: 'vocabularies.builtIn' | 'vocabularies.hidden' }) => (
  <>
    <span class="badge">{t(text)}</span>{' '}
  </>
)

const Extra = ({ kind, term }: { kind: Vocabulary; term: Term }) =>
  kind === 'file-type' ? (
    <span class={term.isPublic ? 'badge badge-published' : 'badge'}>
      {t(term.isPublic ? 'vocabularies.public' : 'vocabularies.private')}
    </span>
  ) : (
    <span class="soft" dir="auto">
      {term.isBuiltIn && <Badge text="vocabularies.builtIn" />}
      {term.isHidden && <Badge text="vocabularies.hidden" />}
      {kind === 'tag' ? term.description : term.aliases.join(', ')}
    </span>
  )

const russianColumn = (isReason: boolean): Column<Term> => ({
  key: 'nameRu',
  name: t(isReason ? 'vocabularies.textRu' : 'vocabularies.nameRu'),
  dir: 'auto',
  cell: ({ nameRu }) => nameRu ?? <span class="soft">—</span>,
})
const extraColumn = (kind: Vocabulary, name: NonNullable<(typeof extra)[Vocabulary]>): Column<Term> => ({
  key: 'extra',
  name: t(name),
  cell: (term) => <Extra kind={kind} term={term} />,
})

export function TermTable({ kind, terms, onEdit, onMerge }: Props) {
  const { ordered, move } = useOrder(kind, terms)
  const [announcement, setAnnouncement] = useState('')
  const table = useRef<HTMLTableElement>(null)
  const movedTerm = useRef<{ id: number; step: 1 | -1 } | null>(null)
  const isOrdered = kind !== 'tag'
  const hasRussian = kind !== 'platform'
  const isReason = kind === 'reason'

  // The focus follows a moved row; at the end of the list it goes to the other button.
  useLayoutEffect(() => {
    if (!movedTerm.current) return
    const { id, step } = movedTerm.current
    const row = table.current?.querySelector(`[data-term="${id}"]`)
    const buttons = [...(row?.querySelectorAll<HTMLButtonElement>('.term-order button') ?? [])]
    const target = (step === -1 ? buttons : buttons.toReversed()).find((button) => !button.disabled)
    if (target && document.activeElement !== target) target.focus()
    movedTerm.current = null
  }, [ordered])

  const shift = (term: Term, step: 1 | -1) => {
    movedTerm.current = { id: term.id, step }
    const position = move(term, step)
    if (position !== null) setAnnouncement(t('vocabularies.moved', { name: term.name, place: position, count: terms.length }))
  }
  // The row of the focused button disappears: the focus goes to the next row, or the previous one.
  const remove = (term: Term) => {
    const row = table.current?.querySelector(`[data-term="${term.id}"]`)
    const next = row?.nextElementSibling ?? row?.previousElementSibling
    next?.querySelector<HTMLButtonElement>('.term-actions button')?.focus()
    removeTerm(kind, term, () => call(deleteWord, { params: { kind, id: String(term.id) } }))
  }
  const shiftButton = (term: Term, step: 1 | -1, isLast: boolean) => (
    <IconButton
      icon={step === -1 ? 'up' : 'down'}
      name={t(step === -1 ? 'vocabularies.up' : 'vocabularies.down', { name: term.name })}
      disabled={isLast}
      onClick={() => shift(term, step)}
    />
  )
  const orderColumn: Column<Term> = {
    key: 'order',
    name: t('vocabularies.order'),
    className: 'term-order',
    cell: (term, index) => (
      <>
        {shiftButton(term, -1, index === 0)}
        {shiftButton(term, 1, index === ordered.length - 1)}
      </>
    ),
  }
  const columns: Column<Term>[] = [
    ...(isOrdered ? [orderColumn] : []),
    { key: 'name', name: t(isReason ? 'vocabularies.text' : 'vocabularies.name'), isRowHead: true, dir: 'auto', cell: ({ name }) => name },
    ...(hasRussian ? [russianColumn(isReason)] : []),
    ...(extra[kind] ? [extraColumn(kind, extra[kind])] : []),
    { key: 'uses', name: t('vocabularies.uses'), isFigure: true, cell: ({ uses }) => count(uses) },
    {
      key: 'actions',
      name: t('vocabularies.actions'),
      head: <span class="visually-hidden">{t('vocabularies.actions')}</span>,
      className: 'term-actions',
      cell: (term) => (
        <>
          <IconButton icon="edit" name={t('vocabularies.edit', { name: term.name })} onClick={() => onEdit(term)} />
          {!term.isBuiltIn && (
            <IconButton
              icon="merge"
              name={t('vocabularies.mergeOf', { name: term.name })}
              disabled={ordered.length < 2}
              onClick={() => onMerge(term)}
            />
          )}
          {term.uses === 0 && !term.isBuiltIn && (
            <IconButton icon="remove" name={t('vocabularies.delete', { name: term.name })} onClick={() => remove(term)} />
          )}
        </>
      ),
    },
  ]
  return (
    <>
      <p class="visually-hidden" role="status">
        {announcement}
      </p>
      <Table
        className="terms"
        columns={columns}
        rows={ordered}
        keyOf={({ id }) => id}
        rowProps={({ id }) => ({ 'data-term': id })}
        tableProps={{ ref: table }}
      />
    </>
  )
}
