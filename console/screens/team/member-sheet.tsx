import { useEffect, useState } from 'preact/hooks'
import { useAct } from '#console/parts/act.ts'
import { PersonFinder } from '#console/parts/person-finder.tsx'
import { t } from '#console/texts/index.ts'
import type { ListedPerson } from '#contract/console/person.ts'
import { type FormedTeam, type TeamMember, updateTeamMember } from '#contract/console/team.ts'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Field, faultsOf } from '#ui/field.tsx'
import { RolePicker } from '#ui/role-picker.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { w } from '#ui/words.ts'

type Props = { team: FormedTeam; member: TeamMember | null; onClose(): void }

/** Roles; and for a place that has only a name, that name, or whose it is from now on. */
export function MemberSheet({ team, member, onClose }: Props) {
  const { act, isBusy, error, clear } = useAct()
  const [draft, setDraft] = useState<{ name: string; roles: string[] } | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  useEffect(() => {
    setDraft(null)
    setIsAsking(false)
    clear()
  }, [member?.id])
  const { name, roles } = draft ?? { name: member?.name ?? '', roles: member?.roles ?? [] }
  const isDirty = member !== null && (name !== member.name || roles.join('\n') !== member.roles.join('\n'))
  const faults: Record<string, string> = error
    ? faultsOf(error, { invalid_name: 'name', unknown_role: 'roles', already_member: 'person' })
    : {}
  const isNameOnly = member?.person === null
  const close = () => (isDirty && !isAsking ? setIsAsking(true) : onClose())
  const save = async (body: { name?: string; roles?: string[]; person?: number }, done: string) => {
    const params = { id: String(member!.id) }
    if (await act(() => call(updateTeamMember, { params, body }), { done, isQuiet: true })) onClose()
  }
  const give = ({ id, name: whose }: ListedPerson) =>
    save({ person: id, ...(isDirty ? { roles } : {}) }, t('teams.member.given', { name: whose }))
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
      <Button isBusy={isBusy} disabled={!isDirty} onClick={() => void save(isNameOnly ? { name, roles } : { roles }, t('saved'))}>
        {t('save')}
      </Button>
    </>
  )
  return (
    <Sheet title={member?.name ?? ''} isOpen={member !== null} onClose={close} footer={footer}>
      {isNameOnly && (
        <Field
          label={t('teams.member.name')}
          fault={faults.name}
          dir="auto"
          maxLength={300}
          value={name}
          onInput={({ currentTarget }) => setDraft({ name: currentTarget.value, roles })}
        />
      )}
      {isNameOnly && (
        <PersonFinder
          label={t('teams.member.give')}
          hint={t('teams.add.hint')}
          fault={faults.person}
          nameOf={(person) => t('teams.member.this', { name: person.name })}
          taken={team.members.flatMap((one) => one.person ?? [])}
          onChoose={give}
        />
      )}
      <h3>{t('teams.roles')}</h3>
      <RolePicker
        roles={roles}
        fault={faults.roles}
        say={(word, values) => t(`teams.roles.${word}`, values)}
        onChange={(chosen) => setDraft({ name, roles: chosen })}
      />
      {faults[''] && (
        <p class="field-fault" role="alert">
          {faults['']}
        </p>
      )}
    </Sheet>
  )
}
