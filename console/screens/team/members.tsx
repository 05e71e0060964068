import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { useAct } from '#console/parts/act.ts'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { type ConsoleTeam, removeMember, type TeamMember, updateTeamMember } from '#contract/console/team.ts'
import { Avatar } from '#ui/avatar.tsx'
import { IconButton } from '#ui/button.tsx'
import { tell, tellUndoable } from '#ui/dialog/toast.tsx'
import { useRoleName } from '#ui/role-name.ts'
import { call } from '#ui/server/api.ts'
import { refreshAll } from '#ui/server/query.ts'
import { reasonOf } from '#ui/states.tsx'
import { canBecome, lacksAdministrator } from './admin-rules.ts'
import { MemberDialog } from './member-dialog.tsx'

const stateOf = ({ person, login, isActive }: TeamMember): string | null =>
  person === null ? t('teams.nameOnly') : login === null ? t('teams.left') : isActive ? null : t('teams.closed')

// Removed on the page; the call follows when undo has expired. A signal: the state survives leaving the page.
const pendingRemoval = signal<number[]>([])
const restore = (id: number) => {
  pendingRemoval.value = pendingRemoval.value.filter((one) => one !== id)
}

type RowProps = { member: TeamMember; isBusy: boolean; onAppoint(is: boolean): void; onEdit(): void; onRemove(): void }

function Row({ member, isBusy, onAppoint, onEdit, onRemove }: RowProps) {
  const { name, login, person, group, roles, isAdministrator } = member
  const state = stateOf(member)
  const roleName = useRoleName()
  return (
    <li class="team-member">
      <Avatar name={name} src={null} />
      <div class="team-member-who">
        {login === null ? (
          <bdi>{name}</bdi>
        ) : (
          <Link href={pathTo('person', { id: person! })} dir="auto">
            {name}
          </Link>
        )}
        {state && <span class="badge">{state}</span>}
        <p class="soft" dir="auto">
          {[group, roles.map(roleName).join(', ') || t('teams.noRoles')].filter(Boolean).join(' · ')}
        </p>
      </div>
      <label class="team-member-switch">
        <input
          type="checkbox"
          aria-label={t('teams.administrator.of', { name })}
          checked={isAdministrator}
          onChange={({ currentTarget }) => {
            const is = currentTarget.checked
            currentTarget.checked = isAdministrator // unchanged until the server has answered
            if (!isBusy) onAppoint(is)
          }}
        />
        <span>{t('teams.administrator')}</span>
      </label>
      <IconButton icon="edit" name={t('teams.edit', { name })} onClick={onEdit} />
      <IconButton icon="remove" name={t('teams.removeMember', { name })} onClick={onRemove} />
    </li>
  )
}

export function Members({ team }: { team: ConsoleTeam }) {
  const { act, isBusy } = useAct()
  const [edited, setEdited] = useState<number | null>(null)
  const members = team.members.filter(({ id }) => !pendingRemoval.value.includes(id))

  const appoint = (member: TeamMember, isAdministrator: boolean) => {
    const { id, name } = member
    const after = members.map((one) => (one === member ? { ...one, isAdministrator } : one))
    if (!canBecome(members, after)) return void tell(t('teams.needed', { name }))
    void act(() => call(updateTeamMember, { params: { id: String(id) }, body: { isAdministrator } }), {
      done: t(isAdministrator ? 'teams.appointed' : 'teams.dismissed', { name }),
    })
  }
  const remove = (member: TeamMember) => {
    const { id, name } = member
    const after = members.filter((one) => one !== member)
    if (!canBecome(members, after)) return void tell(t('teams.needed', { name }))
    pendingRemoval.value = [...pendingRemoval.value, id]
    document.getElementById('members')?.focus() // the pressed button is gone
    const removeNow = () =>
      call(removeMember, { params: { id: String(id) } })
        .then(refreshAll)
        .catch((error) => void tell(reasonOf(error).detail, undefined, 10_000))
        .finally(() => restore(id))
    tellUndoable(
      t('teams.removed', { name }),
      () => void removeNow(),
      () => restore(id),
    )
  }
  return (
    <>
      {lacksAdministrator(members) && (
        <p class="offline" role="status">
          {t('teams.lacksAdministrator')}
        </p>
      )}
      {members.length === 0 ? (
        <p class="soft">{t('teams.members.empty')}</p>
      ) : (
        <ul class="rows">
          {members.map((member) => (
            <Row
              key={member.id}
              member={member}
              isBusy={isBusy}
              onAppoint={(is) => appoint(member, is)}
              onEdit={() => setEdited(member.id)}
              onRemove={() => remove(member)}
            />
          ))}
        </ul>
      )}
      <MemberDialog team={team} member={members.find(({ id }) => id === edited) ?? null} onClose={() => setEdited(null)} />
    </>
  )
}
