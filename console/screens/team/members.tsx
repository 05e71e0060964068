import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { type ConsoleTeam, removeMember, type TeamMember, updateTeamMember } from '#contract/console/team.ts'
import { type MemberAccount, whyNotChangeMembers } from '#rules/team/team.ts'
import { useAct } from '#ui/act/act.ts'
import { Avatar } from '#ui/avatar.tsx'
import { IconButton } from '#ui/button.tsx'
import { isRemoving, removeLater } from '#ui/dialog/removal.ts'
import { tell } from '#ui/dialog/toast.tsx'
import { useRoleName } from '#ui/role-name.ts'
import { call } from '#ui/server/api.ts'
import { MemberDialog } from './member-dialog.tsx'

const seatOf = ({ isAdministrator, isActive, login }: TeamMember): MemberAccount => ({
  isAdministrator,
  isActive,
  hasAccount: login !== null,
})

/** Whether the rules allow the change. Checked here because the call is delayed until undo has expired. */
const canBecome = (before: TeamMember[], after: TeamMember[]): boolean =>
  whyNotChangeMembers(before.map(seatOf), after.map(seatOf)) === null

/** Has members with accounts, but no active administrator. */
const lacksAdministrator = (members: TeamMember[]): boolean =>
  members.some(({ login }) => login !== null) && !members.some(({ isAdministrator, isActive }) => isAdministrator && isActive)

const stateOf = ({ person, login, isActive }: TeamMember): string | null =>
  person === null ? t('teams.nameOnly') : login === null ? t('teams.left') : isActive ? null : t('teams.closed')

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
  const { act, isBusy } = useAct({ isToast: true })
  const [edited, setEdited] = useState<number | null>(null)
  const members = team.members.filter(({ id }) => !isRemoving(`member ${id}`))

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
    removeLater(`member ${id}`, { done: t('teams.removed', { name }), remove: () => call(removeMember, { params: { id: String(id) } }) })
    document.getElementById('members')?.focus() // the pressed button is gone
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
