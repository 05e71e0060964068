import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { t } from '#console/texts/index.ts'
import type { Term, Vocabulary } from '#contract/console/vocabulary.ts'
import { IconButton } from '#ui/button.tsx'
import { count } from '#ui/format.ts'
import { useOrder } from './order.ts'
import { removeLater } from './pending-removal.ts'

type Props = { kind: Vocabulary; words: Term[]; onEdit(word: Term): void; onMerge(word: Term): void }

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

const Extra = ({ kind, word }: { kind: Vocabulary; word: Term }) =>
  kind === 'file-type' ? (
    <span class={word.isPublic ? 'badge badge-published' : 'badge'}>
      {t(word.isPublic ? 'vocabularies.public' : 'vocabularies.private')}
    </span>
  ) : (
    <span class="soft" dir="auto">
      {word.isBuiltIn && <Badge text="vocabularies.builtIn" />}
      {word.isHidden && <Badge text="vocabularies.hidden" />}
      {kind === 'tag' ? word.description : word.aliases.join(', ')}
    </span>
  )

export function TermTable({ kind, words, onEdit, onMerge }: Props) {
  const { shown, move } = useOrder(kind, words)
  const [told, setTold] = useState('')
  const table = useRef<HTMLTableElement>(null)
  const held = useRef<{ id: number; step: 1 | -1 } | null>(null)
  const isOrdered = kind !== 'tag'
  const hasRussian = kind !== 'platform'
  const isReason = kind === 'reason'

  // A row that moved takes the keyboard along; at the end of the way the other button has it.
  useLayoutEffect(() => {
    if (!held.current) return
    const { id, step } = held.current
    const row = table.current?.querySelector(`[data-word="${id}"]`)
    const buttons = [...(row?.querySelectorAll<HTMLButtonElement>('.word-order button') ?? [])]
    const target = (step === -1 ? buttons : buttons.toReversed()).find((button) => !button.disabled)
    if (target && document.activeElement !== target) target.focus()
    held.current = null
  }, [shown])

  const shift = (word: Term, step: 1 | -1) => {
    held.current = { id: word.id, step }
    const place = move(word, step)
    if (place !== null) setTold(t('vocabularies.moved', { name: word.name, place, count: words.length }))
  }
  // The row goes with the button under the finger: the keyboard goes on from the one below, or above.
  const remove = (word: Term) => {
    const row = table.current?.querySelector(`[data-word="${word.id}"]`)
    const next = row?.nextElementSibling ?? row?.previousElementSibling
    next?.querySelector<HTMLButtonElement>('.word-actions button')?.focus()
    removeLater(kind, word)
  }
  return (
    <>
      <p class="visually-hidden" role="status">
        {told}
      </p>
      <div class="sheet-table">
        <table class="words" ref={table}>
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
            {shown.map((word, index) => (
              <tr key={word.id} data-word={word.id}>
                {isOrdered && (
                  <td class="word-order">
                    <IconButton
                      icon="up"
                      name={t('vocabularies.up', { name: word.name })}
                      disabled={index === 0}
                      onClick={() => shift(word, -1)}
                    />
                    <IconButton
                      icon="down"
                      name={t('vocabularies.down', { name: word.name })}
                      disabled={index === shown.length - 1}
                      onClick={() => shift(word, 1)}
                    />
                  </td>
                )}
                <th scope="row" dir="auto">
                  {word.name}
                </th>
                {hasRussian && <td dir="auto">{word.nameRu ?? <span class="soft">—</span>}</td>}
                {extra[kind] && (
                  <td>
                    <Extra kind={kind} word={word} />
                  </td>
                )}
                <td class="figure">{count(word.uses)}</td>
                <td class="word-actions">
                  <IconButton icon="edit" name={t('vocabularies.edit', { name: word.name })} onClick={() => onEdit(word)} />
                  {!word.isBuiltIn && (
                    <IconButton
                      icon="merge"
                      name={t('vocabularies.mergeOf', { name: word.name })}
                      disabled={shown.length < 2}
                      onClick={() => onMerge(word)}
                    />
                  )}
                  {word.uses === 0 && !word.isBuiltIn && (
                    <IconButton icon="remove" name={t('vocabularies.delete', { name: word.name })} onClick={() => remove(word)} />
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
