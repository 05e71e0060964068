import { useRef } from 'preact/hooks'
import { MOST_WANTED, MOST_WANTED_ROLES, type WantedRoleDraft } from '#contract/vocabulary/role.ts'
import { IconButton } from '#ui/button.tsx'
import { useRoleName } from '#ui/role-name.ts'
import type { Values } from '#ui/texts.ts'
import { RoleSearch } from './role-picker.tsx'
import './wanted-roles.css'

const OFFERED = 6
const counts = Array.from({ length: MOST_WANTED }, (_, index) => index + 1)

type Text = 'title' | 'count' | 'most' | 'search' | 'found' | 'none' | 'add' | 'remove'
type Props = {
  wanted: WantedRoleDraft[]
  fault?: string | null
  say(key: Text, values?: Values): string
  onChange(wanted: WantedRoleDraft[]): void
}

/** The roles that a project or a team looks for, and how many people of each. */
export function WantedRolesField({ wanted, fault, say, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const roleName = useRoleName()
  const remove = (index: number) => {
    onChange(wanted.toSpliced(index, 1))
    box.current?.querySelector('input')?.focus() // the pressed button disappears
  }
  return (
    <div class="stack" ref={box}>
      {wanted.length > 0 && (
        <ul class="rows" aria-label={say('title')}>
          {wanted.map(({ role, count }, index) => (
            <li key={role} class="wanted-row field">
              <bdi>{roleName(role)}</bdi>
              <select
                aria-label={say('count', { role: roleName(role) })}
                value={count}
                onChange={(event) => onChange(wanted.with(index, { role, count: Number(event.currentTarget.value) }))}
              >
                {counts.map((one) => (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ))}
              </select>
              <IconButton icon="close" name={say('remove', { role: roleName(role) })} onClick={() => remove(index)} />
            </li>
          ))}
        </ul>
      )}
      {wanted.length < MOST_WANTED_ROLES ? (
        <RoleSearch
          offered={OFFERED}
          roles={wanted.map(({ role }) => role)}
          fault={fault}
          say={say}
          onAdd={(role) => onChange([...wanted, { role, count: 1 }])}
        />
      ) : (
        <p class="soft" role="status">
          {fault ?? say('most', { count: MOST_WANTED_ROLES })}
        </p>
      )}
    </div>
  )
}
