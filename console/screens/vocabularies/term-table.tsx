import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { t } from '#console/texts/index.ts'
import { deleteWord, type Term, type Vocabulary } from '#contract/console/vocabulary.ts'
import { IconButton } from '#ui/button.tsx'
import { call } from '#ui/server/api.ts'
import { count } from '#ui/time/format.ts'
import { useOrder } from './order.ts'
import { removeLater } from './pending-removal.ts'

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
    removeLater(kind, term, () => call(deleteWord, { params: { kind, id: String(term.id) } }))
  }
  return (
    <>
      <p class="visually-hidden" role="status">
        {announcement}
      </p>
      <div class="data-table">
        <table class="terms" ref={table}>
          <thead>
            <tr>
              {isOrdered && <th scope="col">{t('vocabularies.order')}</th>}
              <th scope="col">{t(isReason ? 'vocabularies.text' : 'vocabularies.name')}</th>
              {hasRussian && <th scope="col">{t(isReason ? 'vocabularies.textRu' : 'vocabularies.nameRu')}</th>}
              {extra[kind] && <th scope="col">{t(extra[kind])}</th>}
              <th scope="col" class="figure">
                {t('vocabularies.uses')}
              </th>
              <th scope="col">
                <span class="visually-hidden">{t('vocabularies.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {ordered.map((term, index) => (
              <tr key={term.id} data-term={term.id}>
                {isOrdered && (
                  <td class="term-order">
                    <IconButton
                      icon="up"
                      name={t('vocabularies.up', { name: term.name })}
                      disabled={index === 0}
                      onClick={() => shift(term, -1)}
                    />
                    <IconButton
                      icon="down"
                      name={t('vocabularies.down', { name: term.name })}
                      disabled={index === ordered.length - 1}
                      onClick={() => shift(term, 1)}
                    />
                  </td>
                )}
                <th scope="row" dir="auto">
                  {term.name}
                </th>
                {hasRussian && <td dir="auto">{term.nameRu ?? <span class="soft">—</span>}</td>}
                {extra[kind] && (
                  <td>
                    <Extra kind={kind} term={term} />
                  </td>
                )}
                <td class="figure">{count(term.uses)}</td>
                <td class="term-actions">
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
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
