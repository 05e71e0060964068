import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '#client/texts/index.ts'
import { listRoles } from '#contract/user.ts'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useCall } from '#ui/query.ts'

const TYPING_MS = 250
const OFFERED = 12

/** Several roles in the order they were chosen; the server finds them by name or by what people call them. */
export function RolePicker({ roles, onChange }: { roles: string[]; onChange(roles: string[]): void }) {
  const [typed, setTyped] = useState('')
  const [sought, setSought] = useState('')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSought(typed.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const found = useCall(listRoles, { query: sought ? { query: sought } : { limit: String(OFFERED + roles.length) } })
  const last = useRef<string[]>([])
  if (found.answer) last.current = found.answer
  const offered = last.current.filter((role) => !roles.includes(role))
  const isCurrent = sought === typed.trim() && found.answer !== undefined
  const back = () => box.current?.querySelector('input')?.focus() // the button just pressed is gone
  const add = (role: string) => {
    onChange([...roles, role])
    setTyped('')
    setSought('')
    back()
  }
  return (
    <div class="stack" ref={box}>
      {roles.length > 0 && (
        <ul class="bare row" aria-label={t('roles.chosen')}>
          {roles.map((role) => (
            <li key={role}>
              <button
                type="button"
                class="chip"
                aria-pressed="true"
                aria-label={t('roles.remove', { role })}
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
        label={t('roles.search')}
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
        {isCurrent && sought ? (offered.length > 0 ? t('roles.found', { count: offered.length }) : t('roles.none')) : ''}
      </p>
      <ul class="bare row" aria-busy={found.isFetching}>
        {offered.map((role) => (
          <li key={role}>
            <button type="button" class="chip" aria-label={t('roles.add', { role })} onClick={() => add(role)}>
              <Icon name="plus" size={18} /> {role}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
