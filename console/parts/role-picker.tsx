import { useRef, useState } from 'preact/hooks'
import { t } from '#console/texts/index.ts'
import { listRoles } from '#contract/user.ts'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useCall } from '#ui/query.ts'
import { useLast } from './last.ts'
import { useSettledText } from './settled-text.ts'

const OFFERED = 8

/** Several roles in the order they were chosen; the server finds them by name or by what people call them. */
export function RolePicker({ roles, fault, onChange }: { roles: string[]; fault?: string | null; onChange(roles: string[]): void }) {
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const sought = useSettledText(typed)
  const found = useCall(listRoles, { query: sought ? { query: sought } : { limit: String(OFFERED + roles.length) } }, { isSaved: false })
  const offered = (useLast(found.answer) ?? []).filter((role) => !roles.includes(role))
  const isCurrent = sought === typed.trim() && found.answer !== undefined
  const back = () => box.current?.querySelector('input')?.focus() // the button just pressed is gone
  const add = (role: string) => {
    onChange([...roles, role])
    setTyped('')
    back()
  }
  return (
    <div class="stack" ref={box}>
      {roles.length > 0 && (
        <ul class="bare row" aria-label={t('teams.roles.chosen')}>
          {roles.map((role) => (
            <li key={role}>
              <button
                type="button"
                class="chip"
                aria-pressed="true"
                aria-label={t('teams.roles.remove', { role })}
                onClick={() => {
                  onChange(roles.filter((one) => one !== role))
                  back()
                }}
              >
                {role} <Icon name="close" size={18} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Field
        label={t('teams.roles.search')}
        fault={fault}
        type="search"
        autocomplete="off"
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
        {isCurrent && sought ? (offered.length > 0 ? t('teams.roles.found', { count: offered.length }) : t('teams.roles.none')) : ''}
      </p>
      <ul class="bare row">
        {offered.map((role) => (
          <li key={role}>
            <button type="button" class="chip" aria-label={t('teams.roles.add', { role })} onClick={() => add(role)}>
              <Icon name="plus" size={18} /> {role}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
