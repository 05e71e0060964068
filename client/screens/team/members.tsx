import { useEffect, useState } from 'preact/hooks'
import { onlineOnly } from '#client/parts/online-only.ts'
import { t } from '#client/texts.ts'
import { updateMember } from '#contract/member.ts'
import type { TeamPage, TeamPageMember } from '#contract/team.ts'
import { getTeamOverview, type TeamOverview } from '#contract/team-overview.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { RolePicker } from '#ui/form/role-picker.tsx'
import { useRoleName } from '#ui/role-name.ts'
import { call } from '#ui/server/api.ts'
import { type Answered, keyOf, queries, refreshAll } from '#ui/server/query.ts'
import { w } from '#ui/shared-texts.ts'
import { clock } from '#ui/time/format.ts'
import { Invite } from './invite.tsx'
import { MemberDialog } from './member-dialog.tsx'
import { undo } from './undo.ts'

type RolesProps = { title: string; roles: string[] | null; onClose(): void; onSave(roles: string[]): void }

function RolesDialog({ title, roles, onClose, onSave }: RolesProps) {
  const [draft, setDraft] = useState<string[]>([])
  const isOpen = roles !== null
  useEffect(() => setDraft(roles ?? []), [isOpen])
  return (
    <FormDialog
      title={title}
      isOpen={isOpen}
      isDirty={isOpen && draft.join('\n') !== roles.join('\n')}
      onClose={onClose}
      submit={t('save')}
      button={onlineOnly()}
      onSubmit={() => onSave(draft)}
    >
      <RolePicker roles={draft} say={(key, values) => t(`roles.${key}`, values)} onChange={setDraft} />
    </FormDialog>
  )
}

/** Optimistic update, rolled back on error. */
async function setRoles(team: number, id: number, roles: string[]): Promise<void> {
  const queryKey = keyOf(getTeamOverview, { params: { id: String(team) } })
  await queries.cancelQueries({ queryKey })
  const before = queries.getQueryData<Answered<TeamOverview>>(queryKey)
  if (before) {
    const { answer } = before
    const members = answer.team.members.map((one) => (one.id === id ? { ...one, roles } : one))
    queries.setQueryData(queryKey, { ...before, answer: { ...answer, team: { ...answer.team, members } } })
  }
  try {
    await call(updateMember, { body: { member: { id, roles } } })
  } catch (error) {
    queries.setQueryData(queryKey, before)
    throw error
  } finally {
    void refreshAll()
  }
}

export function Members({ team }: { team: TeamPage }) {
  const { members, own } = team
  const [editing, setEditing] = useState<TeamPageMember | null>(null)
  const [managed, setManaged] = useState<number | null>(null)
  const [refused, setRefused] = useState<{ id: number; why: unknown } | null>(null)
  const save = (roles: string[]) => {
    const { id } = editing!
    setEditing(null)
    setRefused(null)
    setRoles(team.id, id, roles).catch((error) => setRefused({ id, why: error }))
  }
  const roleName = useRoleName()
  const mayManage = own.isAdministrator && team.actions.remove.code !== 'teams_by_curators_only'
  return (
    <section aria-labelledby="members">
      <h2 id="members" tabIndex={-1}>
        {t('team.members')}
      </h2>
      <ul class="rows">
        {members.map((member) => {
          const { id, name, roles, removal } = member
          const isSelf = id === own.member
          return (
            <li key={id} class="member">
              <Avatar name={name} src={member.avatar} />
              <div>
                <p>
                  <span dir="auto">{name}</span>
                  {isSelf && <span class="soft"> ({t('team.you')})</span>}
                </p>
                <p class="soft member-roles" dir="auto">
                  {roles.map(roleName).join(', ') || t('team.noRoles')}
                </p>
                {member.isAdministrator && <span class="badge">{t('my.administrator')}</span>}
                {removal && (
                  <p class="removal">
                    <span class="badge badge-declined">{t('team.removing', { time: clock(removal.takesEffectAt) })}</span>
                    <Button
                      look="plain"
                      aria-label={t('team.undoRemoval', { name })}
                      {...onlineOnly()}
                      onClick={() => void undo(team.id, t('team.kept', { name }), id)}
                    >
                      {w('undo')}
                    </Button>
                  </p>
                )}
                {refused?.id === id && <ErrorMessage of={refused.why} />}
              </div>
              {(isSelf || own.isAdministrator) && (
                <IconButton icon="edit" name={t('team.editRoles', { name })} {...onlineOnly()} onClick={() => setEditing(member)} />
              )}
              {mayManage && !isSelf && !removal && (
                <IconButton icon="more" name={t('team.manage', { name })} {...onlineOnly()} onClick={() => setManaged(id)} />
              )}
            </li>
          )
        })}
      </ul>
      <Invite team={team} />
      {mayManage && <MemberDialog team={team} member={members.find(({ id }) => id === managed) ?? null} onClose={() => setManaged(null)} />}
      <RolesDialog
        title={editing?.id === own.member ? t('team.ownRoles') : t('team.rolesOf', { name: editing?.name ?? '' })}
        roles={editing?.roles ?? null}
        onClose={() => setEditing(null)}
        onSave={save}
      />
    </section>
  )
}
