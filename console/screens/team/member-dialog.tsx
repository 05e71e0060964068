import { EditConflict } from '#console/parts/edit/edit-conflict.tsx'
import { PersonFinder } from '#console/parts/field/person-finder.tsx'
import { t } from '#console/texts.ts'
import type { ListedPerson } from '#contract/console/person.ts'
import type { ConsoleTeam, TeamMember } from '#contract/console/team.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Field } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { RolePicker } from '#ui/form/role-picker.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { memberOf } from './kinds.ts'

type Props = { team: ConsoleTeam; member: TeamMember | null; onClose(): void }

/** The roles of a member; for a member without an account also the name, or the account to link. */
export function MemberDialog({ team, member, onClose }: Props) {
  const editing = useForm(member, memberOf(team), member?.id)
  const { form, set, isDirty, isBusy, error, faults } = editing
  const isNameOnly = member?.person === null
  const save = async () => {
    if (await editing.save(t('saved'))) onClose()
  }
  const link = async ({ id, name }: ListedPerson) => {
    const saved = await editing.save(t('teams.member.given', { name }), { changes: { person: id } })
    if (saved) onClose()
    if (saved === undefined) set({ person: null }) // refused: another may be chosen
  }
  return (
    <FormDialog
      title={member?.name ?? ''}
      isOpen={member !== null}
      isDirty={isDirty}
      onClose={onClose}
      hasCancel
      submit={t('save')}
      button={{ disabled: !isDirty }}
      isBusy={isBusy}
      error={error}
      onSubmit={save}
    >
      <EditConflict editing={editing} nameOf={(key) => t(key === 'roles' ? 'teams.roles' : `teams.member.${key}`)} />
      {isNameOnly && (
        <Field
          label={t('teams.member.name')}
          fault={faults.name}
          dir="auto"
          maxLength={300}
          value={form.name}
          onInput={({ currentTarget }) => set({ name: currentTarget.value })}
        />
      )}
      {isNameOnly && (
        <PersonFinder
          label={t('teams.member.give')}
          hint={t('teams.add.hint')}
          fault={faults.person}
          nameOf={(person) => t('teams.member.this', { name: person.name })}
          taken={team.members.flatMap((one) => one.person ?? [])}
          onChoose={link}
        />
      )}
      <h3>{t('teams.roles')}</h3>
      <RolePicker
        roles={form.roles}
        fault={faults.roles}
        say={(key, values) => t(`teams.roles.${key}`, values)}
        onChange={(roles) => set({ roles })}
      />
      <ErrorMessage of={faults['']} />
    </FormDialog>
  )
}
