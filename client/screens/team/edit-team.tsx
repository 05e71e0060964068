import { onlineOnly } from '#client/parts/online-only.ts'
import { fieldOfCode, sayWanted } from '#client/screens/teams/team-fields.ts'
import { t } from '#client/texts.ts'
import { LONGEST_TEAM_NAME, LONGEST_TEAM_TEXT, type TeamPage, updateOwnTeam } from '#contract/team.ts'
import type { WantedRoleDraft } from '#contract/vocabulary/role.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Field, TextArea } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { differing, type Editable, useForm } from '#ui/form/use-form.ts'
import { WantedRolesField } from '#ui/form/wanted-roles.tsx'
import { call } from '#ui/server/api.ts'

type Draft = { name: string; description: string; wantedRoles: WantedRoleDraft[] }

/** Only what was changed is sent, so that two admins do not overwrite each other. */
const editable: Editable<TeamPage, Draft> = {
  formOf: (team) => ({
    name: team!.name,
    description: team!.description ?? '',
    wantedRoles: team!.wantedRoles.map(({ role, count }) => ({ role, count })),
  }),
  async save(team, typed, base) {
    const whole = { ...typed, name: typed.name.trim(), description: typed.description.trim() || null }
    const body = Object.fromEntries(differing(typed, base).map((key) => [key, whole[key]]))
    return call(updateOwnTeam, { params: { id: String(team!.id) }, body })
  },
  fieldOf: fieldOfCode,
}

/** Name, description and wanted roles. */
export function EditTeam({ team, isOpen, onClose }: { team: TeamPage; isOpen: boolean; onClose(): void }) {
  const { form, set, isDirty, isBusy, error, faults, save } = useForm(team, editable, isOpen)
  return (
    <FormDialog
      title={t('team.edit')}
      isOpen={isOpen}
      isDirty={isDirty}
      onClose={onClose}
      submit={t('save')}
      button={onlineOnly()}
      isBusy={isBusy}
      error={error}
      onSubmit={async () => {
        if (await save(t('team.edited'))) onClose()
      }}
    >
      <Field
        label={t('make.name')}
        fault={faults.name}
        required
        maxLength={LONGEST_TEAM_NAME}
        autocomplete="off"
        dir="auto"
        value={form.name}
        onInput={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <TextArea
        label={t('make.about')}
        fault={faults.description}
        rows={4}
        maxLength={LONGEST_TEAM_TEXT}
        dir="auto"
        value={form.description}
        onInput={({ currentTarget }) => set({ description: currentTarget.value })}
      />
      <h3>{t('wanted.title')}</h3>
      <p class="field-hint">{t('wanted.hint')}</p>
      <WantedRolesField
        wanted={form.wantedRoles}
        fault={faults.wantedRoles}
        say={sayWanted}
        onChange={(wantedRoles) => set({ wantedRoles })}
      />
      <ErrorMessage of={faults['']} />
    </FormDialog>
  )
}
