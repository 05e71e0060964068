import { Link } from 'wouter-preact'
import { pathTo } from '#client/routes.ts'
import { t } from '#client/texts/index.ts'
import { Icon } from '#ui/icon.tsx'
import { useRoleName } from '#ui/role-name.ts'
import type { OwnProfile } from './own.ts'

export const Teams = ({ user, teams, members }: Pick<OwnProfile, 'user' | 'teams' | 'members'>) => {
  const roleName = useRoleName()
  return (
    <section class="stack">
      <h2>{t('profile.teams', { count: teams.length })}</h2>
      {teams.length === 0 && <p class="card soft">{t('profile.noTeams')}</p>}
      <ul class="rows">
        {teams.map(({ id, name }) => {
          const roles = members.find((member) => member.team === id && member.user === user.id)?.roles ?? []
          return (
            <li key={id}>
              <Link href={pathTo('team', { id })} class="rows-item">
                <Icon name="team" />
                <span>
                  <span dir="auto">{name}</span>
                  <small>{roles.length > 0 ? roles.map(roleName).join(', ') : t('profile.noRoles')}</small>
                  {user.administratedTeams.includes(id) && <span class="badge badge-open">{t('profile.teamAdministrator')}</span>}
                </span>
                <Icon name="next" size={20} />
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
