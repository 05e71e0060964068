import { useEffect, useState } from 'preact/hooks'
import { EditConflict } from '#console/parts/edit/edit-conflict.tsx'
import { useEditing } from '#console/parts/edit/editing.ts'
import { PersonFinder } from '#console/parts/field/person-finder.tsx'
import { t } from '#console/texts.ts'
import type { ListedPerson } from '#contract/console/person.ts'
import type { ConsoleTeam, TeamMember } from '#contract/console/team.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/form/field.tsx'
import { RolePicker } from '#ui/form/role-picker.tsx'
import { w } from '#ui/shared-texts.ts'
import { memberOf } from './kinds.ts'

type Props = { team: ConsoleTeam; member: TeamMember | null; onClose(): void }

/** The roles of a member; for a member without an account also the name, or the account to link. */
export function MemberDialog({ team, member, onClose }: Props) {
  const editing = useEditing(member, memberOf(team))
  const { form, set, isDirty, isBusy, faults } = editing
  const [isAsking, setIsAsking] = useState(false)
  useEffect(() => {
    editing.takeTheirs()
    setIsAsking(false)
  }, [member?.id])
  const isNameOnly = member?.person === null
  const close = () => (isDirty && !isAsking ? setIsAsking(true) : onClose())
  const save = async () => {
    if (await editing.save(t('saved'))) onClose()
  }
  const link = async ({ id, name }: ListedPerson) => {
    const saved = await editing.save(t('teams.member.given', { name }), { person: id })
    if (saved) onClose()
    if (saved === undefined) set({ person: null }) // refused: another may be chosen
  }
  const footer = isAsking ? (
    <>
      <p role="alert">{w('unsaved')}</p>
      <Button look="danger" onClick={onClose}>
        {w('discard')}
      </Button>
      <Button onClick={() => setIsAsking(false)}>{w('keepEditing')}</Button>
    </>
  ) : (
    <>
      <Button look="plain" onClick={close}>
        {w('cancel')}
      </Button>
      <Button isBusy={isBusy} disabled={!isDirty} onClick={() => void save()}>
        {t('save')}
      </Button>
    </>
  )
  return (
    <Dialog title={member?.name ?? ''} isOpen={member !== null} onClose={close} footer={footer}>
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
      {faults[''] && (
        <p class="field-fault" role="alert">
          {faults['']}
        </p>
      )}
    </Dialog>
  )
}
