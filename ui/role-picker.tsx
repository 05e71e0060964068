import { useRef, useState } from 'preact/hooks'
import { listRoles } from '#contract/user.ts'
import { useDebouncedText } from './debounced-text.ts'
import { Field } from './field.tsx'
import { Icon } from './icon.tsx'
import { useLast } from './last.ts'
import { useCall } from './query.ts'
import { useRoleName } from './role-name.ts'
import type { Values } from './texts.ts'

const OFFERED = 12

type Text = 'chosen' | 'remove' | 'search' | 'found' | 'none' | 'add'
type Props = { roles: string[]; fault?: string | null; say(key: Text, values?: Values): string; onChange(roles: string[]): void }

/** Roles in the order they were chosen; the server searches them by name and alias. */
export function RolePicker({ roles, fault, say, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const roleName = useRoleName()
  const box = useRef<HTMLDivElement>(null)
  const searchText = useDebouncedText(typed)
  const found = useCall(listRoles, { query: searchText ? { query: searchText } : { limit: String(OFFERED + roles.length) } })
  const offered = (useLast(found.answer) ?? []).filter((role) => !roles.includes(role))
  const isCurrent = searchText === typed.trim() && found.answer !== undefined
  const focusInput = () => box.current?.querySelector('input')?.focus() // the clicked button has been removed
  const add = (role: string) => {
    onChange([...roles, role])
    setTyped('')
    focusInput()
  }
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
                  focusInput()
                }}
              >
                {roleName(role)} <Icon name="close" size={18} />
              </button>
            </li>
          ))}
        </ul>
      )}
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
