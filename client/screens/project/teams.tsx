import { t } from '#client/texts.ts'
import type { Member, Team, User } from '#contract/user.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { useRoleName } from '#ui/role-name.ts'
import { isOnline } from '#ui/server/online.ts'
import { session } from '#ui/session/session.ts'
import { signIn } from '#ui/session/sign-in.ts'
import { list } from '#ui/time/format.ts'
import { Section } from './sections.tsx'

type Props = { teams: Team[]; members: Member[]; users: User[] }

export function Teams({ teams, members, users }: Props) {
  const areHidden = teams.length > 0 && members.length === 0 && session.value.state === 'guest'
  const roleName = useRoleName()
  const pictureOf = (user: number | null) => users.find(({ id }) => id === user)?.avatar ?? null
  return (
    <Section title={t('project.teams')}>
      {teams.length === 0 && <p class="soft">{t('project.noTeams')}</p>}
      {teams.map(({ id, name, description }) => (
        <div class="card team" key={id}>
          <h3 dir="auto">{name}</h3>
          {description && (
            <p class="soft" dir="auto">
              {description}
            </p>
          )}
          {members.length > 0 && (
            <ul class="bare people" aria-label={name}>
              {members
                .filter(({ team }) => team === id)
                .map((member) => (
                  <li key={member.id}>
                    <Avatar name={member.name} src={pictureOf(member.user)} />
                    <span>
                      <bdi>{member.name}</bdi>
                      <small class="soft">
                        {[list(member.roles.map(roleName)), member.isAdministrator ? t('project.administrator') : '']
                          .filter(Boolean)
                          .join(' · ')}
                      </small>
                    </span>
                  </li>
                ))}
            </ul>
          )}
        </div>
      ))}
      {areHidden && (
        <div class="row">
          <p class="soft">{t('project.peopleHidden')}</p>
          <Button look="soft" disabled={!isOnline.value} onClick={() => void signIn()}>
            {t('signIn')}
          </Button>
        </div>
      )}
    </Section>
  )
}
