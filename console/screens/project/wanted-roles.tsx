import { t } from '#console/texts/index.ts'
import { WantedRolesField } from '#ui/wanted-roles.tsx'
import type { Editing } from './use-editing.ts'

const keys = { title: 'projects.wantedRoles', count: 'projects.wantedCount', most: 'projects.wantedMost' } as const
const keyOf = (key: keyof typeof keys | 'search' | 'found' | 'none' | 'add' | 'remove') =>
  key in keys ? keys[key as keyof typeof keys] : (`teams.roles.${key as 'add'}` as const)

/** The roles the project looks for. */
export const WantedRoles = ({ editing: { form, set, faults } }: { editing: Editing }) => (
  <section class="card stack">
    <h2>{t('projects.wantedRoles')}</h2>
    <p class="field-hint">{t('projects.wantedRolesHint')}</p>
    <WantedRolesField
      wanted={form.wantedRoles}
      fault={faults.wantedRoles}
      say={(key, values) => t(keyOf(key), values)}
      onChange={(wantedRoles) => set({ wantedRoles })}
    />
  </section>
)
