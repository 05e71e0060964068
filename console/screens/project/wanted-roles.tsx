import { useRef } from 'preact/hooks'
import { t } from '#console/texts/index.ts'
import { MOST_WANTED, MOST_WANTED_ROLES } from '#contract/role.ts'
import { IconButton } from '#ui/button.tsx'
import { useRoleName } from '#ui/role-name.ts'
import { RoleSearch } from '#ui/role-picker.tsx'
import type { Editing } from './use-editing.ts'

const counts = Array.from({ length: MOST_WANTED }, (_, index) => index + 1)

const OFFERED = 6

/** The roles the project looks for, and how many people of each. */
export function WantedRoles({ editing: { form, set, faults } }: { editing: Editing }) {
  const box = useRef<HTMLElement>(null)
  const roleName = useRoleName()
  const { wantedRoles } = form
  const remove = (index: number) => {
    set({ wantedRoles: wantedRoles.toSpliced(index, 1) })
    const next = box.current?.querySelector<HTMLElement>('input') ?? box.current?.querySelector('h2')
    next?.focus() // the pressed button disappears
  }
  return (
    <section class="card stack" ref={box}>
      <h2 tabIndex={-1}>{t('projects.wantedRoles')}</h2>
      <p class="field-hint">{t('projects.wantedRolesHint')}</p>
      {wantedRoles.length > 0 && (
        <ul class="rows" aria-label={t('projects.wantedRoles')}>
          {wantedRoles.map(({ role, count }, index) => (
            <li key={role} class="editor-related field">
              <bdi>{roleName(role)}</bdi>
              <select
                class="editor-count"
                aria-label={t('projects.wantedCount', { role: roleName(role) })}
                value={count}
                onChange={(event) => set({ wantedRoles: wantedRoles.with(index, { role, count: Number(event.currentTarget.value) }) })}
              >
                {counts.map((one) => (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ))}
              </select>
              <IconButton icon="close" name={t('teams.roles.remove', { role: roleName(role) })} onClick={() => remove(index)} />
            </li>
          ))}
        </ul>
      )}
      {wantedRoles.length < MOST_WANTED_ROLES ? (
        <RoleSearch
          offered={OFFERED}
          roles={wantedRoles.map(({ role }) => role)}
          fault={faults.wantedRoles}
          say={(key, values) => t(`teams.roles.${key}`, values)}
          onAdd={(role) => set({ wantedRoles: [...wantedRoles, { role, count: 1 }] })}
        />
      ) : (
        <p class="soft" role="status">
          {faults.wantedRoles ?? t('projects.wantedMost', { count: MOST_WANTED_ROLES })}
        </p>
      )}
    </section>
  )
}
