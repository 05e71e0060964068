import { t } from '#client/texts.ts'
import type { RoleMatch } from '#contract/joining.ts'
import type { WantedRole } from '#contract/vocabulary/role.ts'
import { Icon } from '#ui/icon.tsx'
import { localizedName } from '#ui/localized-name.ts'
import { isOnline } from '#ui/server/online.ts'
import './teams.css'

export const nameOf = ({ role, roleRu }: Pick<WantedRole, 'role' | 'roleRu'>): string => localizedName({ name: role, nameRu: roleRu })

type ChipsProps = { roles: WantedRole[]; label: string; matches?: RoleMatch[] }

/** Roles with the number of people; those in `matches` are marked. */
export const RoleChips = ({ roles, label, matches = [] }: ChipsProps) => (
  <ul class="bare row role-chips" aria-label={label}>
    {roles.map((one) => {
      const isMatch = matches.some(({ role }) => role === one.role)
      return (
        <li key={one.role} class={isMatch ? 'role-chip is-match' : 'role-chip'}>
          {isMatch && <Icon name="check" size={16} />}
          <bdi>{nameOf(one)}</bdi>
          {one.count > 1 && <span>× {one.count}</span>}
        </li>
      )
    })}
  </ul>
)

type SwitchProps = { label: string; hint: string; isOn: boolean; isDisabled?: boolean; onChange(isOn: boolean): void }

export const Switch = ({ label, hint, isOn, isDisabled = false, onChange }: SwitchProps) => (
  <label class="switch">
    <span>
      {label}
      <small>{isOnline.value ? hint : t('onlyOnline')}</small>
    </span>
    <input
      type="checkbox"
      role="switch"
      checked={isOn}
      aria-checked={isOn}
      disabled={isDisabled || !isOnline.value}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  </label>
)
