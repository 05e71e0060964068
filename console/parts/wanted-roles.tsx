import { useRef } from 'preact/hooks'
import { t } from '#console/texts/index.ts'
import { MOST_WANTED, MOST_WANTED_ROLES, type WantedRoleDraft } from '#contract/role.ts'
import { IconButton } from '#ui/button.tsx'
import { useRoleName } from '#ui/role-name.ts'
import { RoleSearch } from '#ui/role-picker.tsx'
import './wanted-roles.css'

const counts = Array.from({ length: MOST_WANTED }, (_, index) => index + 1)

const OFFERED = 6

type Props = {
  wantedRoles: WantedRoleDraft[]
  hint: string
  fault?: string | null
  heading?: 'h2' | 'h3'
  onChange(wantedRoles: WantedRoleDraft[]): void
}

/** The roles a project or a team looks for, and how many people of each. */
export function WantedRoles({ wantedRoles, hint, fault, heading: Heading = 'h2', onChange }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const roleName = useRoleName()
  const remove = (index: number) => {
    onChange(wantedRoles.toSpliced(index, 1))
    const next = box.current?.querySelector<HTMLElement>('input') ?? box.current?.querySelector<HTMLElement>(Heading)
    next?.focus() // the pressed button disappears
  }
  return (
    <div class="stack" ref={box}>
      <Heading tabIndex={-1}>{t('projects.wantedRoles')}</Heading>
      <p class="field-hint">{hint}</p>
      {wantedRoles.length > 0 && (
        <ul class="rows" aria-label={t('projects.wantedRoles')}>
          {wantedRoles.map(({ role, count }, index) => (
            <li key={role} class="wanted-role field">
              <bdi>{roleName(role)}</bdi>
              <select
                aria-label={t('projects.wantedCount', { role: roleName(role) })}
                value={count}
                onChange={(event) => onChange(wantedRoles.with(index, { role, count: Number(event.currentTarget.value) }))}
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
          fault={fault}
          say={(key, values) => t(`teams.roles.${key}`, values)}
          onAdd={(role) => onChange([...wantedRoles, { role, count: 1 }])}
        />
      ) : (
        <p class="soft" role="status">
          {fault ?? t('projects.wantedMost', { count: MOST_WANTED_ROLES })}
        </p>
      )}
    </div>
  )
}
