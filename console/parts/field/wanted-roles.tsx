import { t } from '#console/texts.ts'
import type { WantedRoleDraft } from '#contract/vocabulary/role.ts'
import { WantedRolesField } from '#ui/form/wanted-roles.tsx'

const keys = { title: 'projects.wantedRoles', count: 'projects.wantedCount', most: 'projects.wantedMost' } as const
const keyOf = (key: keyof typeof keys | 'search' | 'found' | 'none' | 'add' | 'remove') =>
  key in keys ? keys[key as keyof typeof keys] : (`teams.roles.${key as 'add'}` as const)

type Props = {
  wantedRoles: WantedRoleDraft[]
  hint: string
  fault?: string | null
  heading?: 'h2' | 'h3'
  onChange(wantedRoles: WantedRoleDraft[]): void
}

/** The roles a project or a team looks for. */
export const WantedRoles = ({ wantedRoles, hint, fault, heading: Heading = 'h2', onChange }: Props) => (
  <div class="stack">
    <Heading>{t('projects.wantedRoles')}</Heading>
    <p class="field-hint">{hint}</p>
    <WantedRolesField wanted={wantedRoles} fault={fault} say={(key, values) => t(keyOf(key), values)} onChange={onChange} />
  </div>
)
