import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { type ListedPerson, listPeople } from '#contract/console/person.ts'
import { Avatar } from '#ui/avatar.tsx'
import { useDebouncedText } from '#ui/form/debounced-text.ts'
import { Field } from '#ui/form/field.tsx'
import { useLast } from '#ui/last.ts'
import { useCall } from '#ui/server/query.ts'

const PAGE_SIZE = '8'

type Props = {
  label: string
  hint?: string
  fault?: string | null
  nameOf(person: ListedPerson): string // label of the button that chooses this person
  taken?: number[] // listed, but disabled
  hidden?: number[]
  access?: 'staff' // only people with access to the console
  showsTeams?: boolean
  onChoose(person: ListedPerson): unknown
  /** Further actions on the typed text. */
  children?: (typed: string, clear: () => void) => ComponentChildren
}

/** "Already in the team X"; empty when the person is in none. */
export const otherTeams = ({ teams }: ListedPerson): string =>
  teams.length === 0
    ? ''
    : t('teams.add.other', { count: teams.length, teams: teams.map(({ name }) => t('quoted', { text: name })).join(', ') })

/** Searches people while the user types; choosing one clears the field. */
export function PersonFinder({ label, hint, fault, nameOf, taken = [], hidden = [], access, showsTeams, onChoose, children }: Props) {
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const text = useDebouncedText(typed)
  const isOn = text.length > 1
  const found = useCall(
    listPeople,
    { query: { text, pageSize: PAGE_SIZE, ...(access ? { access } : {}) } },
    { isPrivate: true, isSaved: false, isOn },
  )
  const last = useLast(found.answer)
  const people = (isOn ? (last?.people ?? []) : []).filter(({ id, isDisabled }) => !isDisabled && !hidden.includes(id))
  const isCurrent = isOn && text === typed.trim() && found.answer !== undefined
  const latest = useRef(typed)
  latest.current = typed
  const clear = (what = typed) => {
    if (latest.current !== what) return // the user has typed on
    setTyped('')
    box.current?.querySelector('input')?.focus()
  }
  const choose = (person: ListedPerson) => {
    clear()
    onChoose(person)
  }
  const detailsOf = ({ id, login, email, group }: ListedPerson) =>
    taken.includes(id) ? t('teams.add.in') : [login, email, group].filter(Boolean).join(' · ')
  const first = people.find(({ id }) => !taken.includes(id))
  return (
    <div class="stack finder" ref={box}>
      <Field
        label={label}
        hint={hint}
        fault={fault}
        type="search"
        autocomplete="off"
        maxLength={200}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (isCurrent && first && people.length === 1) choose(first)
        }}
      />
      <p class="visually-hidden" role="status">
        {isCurrent ? t('teams.add.found', { count: people.length }) : ''}
      </p>
      {people.length > 0 && (
        <ul class="rows">
          {people.map((person) => (
            <li key={person.id}>
              <button type="button" class="rows-item" disabled={taken.includes(person.id)} onClick={() => choose(person)}>
                <Avatar name={person.name} src={null} size={28} />
                <span class="visually-hidden">{[nameOf(person), showsTeams && otherTeams(person)].filter(Boolean).join('. ')}</span>
                <span aria-hidden="true">
                  <bdi>{person.name}</bdi>
                  <small>{detailsOf(person)}</small>
                  {showsTeams && !taken.includes(person.id) && otherTeams(person) && (
                    <small class="finder-teams">{otherTeams(person)}</small>
                  )}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {isCurrent && people.length === 0 && <p class="soft">{t('teams.add.none')}</p>}
      {typed.trim().length > 1 && children?.(typed.trim(), () => clear(typed))}
    </div>
  )
}
