import { useRef, useState } from 'preact/hooks'
import { listRoles } from '#contract/user.ts'
import { Icon } from '#ui/icon.tsx'
import { useLast } from '#ui/last.ts'
import { useRoleName } from '#ui/role-name.ts'
import { useCall } from '#ui/server/query.ts'
import type { Values } from '#ui/texts.ts'
import { useDebouncedText } from './debounced-text.ts'
import { Field } from './field.tsx'

const OFFERED = 12

type Say<Text extends string> = (key: Text, values?: Values) => string
type SearchText = 'search' | 'found' | 'none' | 'add'
type SearchProps = { roles: string[]; offered?: number; fault?: string | null; say: Say<SearchText>; onAdd(role: string): void }

/** Offers roles other than the chosen ones; the server searches them by name and alias. Enter adds the first one found. */
export function RoleSearch({ roles, offered: mostOffered = OFFERED, fault, say, onAdd }: SearchProps) {
  const [typed, setTyped] = useState('')
  const roleName = useRoleName()
  const box = useRef<HTMLDivElement>(null)
  const searchText = useDebouncedText(typed)
  const found = useCall(listRoles, { query: searchText ? { query: searchText } : {} })
  const offered = (useLast(found.answer) ?? []).filter((role) => !roles.includes(role)).slice(0, mostOffered)
  const isCurrent = searchText === typed.trim() && found.answer !== undefined
  const add = (role: string) => {
    onAdd(role)
    setTyped('')
    box.current?.querySelector('input')?.focus() // the clicked button has been removed
  }
  return (
    <div class="stack" ref={box}>
      <Field
        label={say('search')}
        fault={fault}
        type="search"
        autocomplete="off"
        enterkeyhint="done"
        maxLength={100}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (typed.trim() && isCurrent && offered[0] !== undefined) add(offered[0])
        }}
      />
      <p class="field-hint" role="status">
        {isCurrent && searchText ? (offered.length > 0 ? say('found', { count: offered.length }) : say('none')) : ''}
      </p>
      <ul class="bare row" aria-busy={found.isFetching}>
        {offered.map((role) => (
          <li key={role}>
            <button type="button" class="chip" aria-label={say('add', { role: roleName(role) })} onClick={() => add(role)}>
              <Icon name="plus" size={18} /> {roleName(role)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

type Props = Omit<SearchProps, 'offered' | 'say' | 'onAdd'> & {
  say: Say<SearchText | 'chosen' | 'remove'>
  onChange(roles: string[]): void
}

/** Roles in the order they were chosen. */
export function RolePicker({ roles, fault, say, onChange }: Props) {
  const roleName = useRoleName()
  const box = useRef<HTMLDivElement>(null)
  return (
    <div class="stack" ref={box}>
      {roles.length > 0 && (
        <ul class="bare row" aria-label={say('chosen')}>
          {roles.map((role) => (
            <li key={role}>
              <button
                type="button"
                class="chip"
                aria-pressed="true"
                aria-label={say('remove', { role: roleName(role) })}
                onClick={() => {
                  onChange(roles.filter((one) => one !== role))
                  box.current?.querySelector('input')?.focus() // the clicked button has been removed
                }}
              >
                {roleName(role)} <Icon name="close" size={18} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <RoleSearch roles={roles} fault={fault} say={say} onAdd={(role) => onChange([...roles, role])} />
    </div>
  )
}
