import { Link } from 'wouter-preact'
import { RequestBadge, StatusBadge } from '#client/parts/project-card/project-card.tsx'
import { paths, pathTo } from '#client/routes.ts'
import { useTeamsOffline } from '#client/teams-offline.ts'
import { t } from '#client/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { useRoleName } from '#ui/role-name.ts'
import { type OwnProfile, ownProject } from './own.ts'

const labels = { works: 'profile.project', applied: 'profile.applied', was: 'profile.latest' } as const

/** One line: the tab “My project” has the rest. */
function ProjectRow({ profile }: { profile: OwnProfile }) {
  const own = ownProject(profile)
  return (
    <li>
      <Link href={own ? pathTo('project', { slug: own.project.slug }) : paths.projects} class="rows-item">
        <Icon name="projects" />
        {own ? (
          <span>
            <small>{t(labels[own.relation])}</small>
            <span dir="auto">{own.project.name}</span>{' '}
            {own.relation === 'applied' ? <RequestBadge status="submitted" /> : <StatusBadge status={own.project.status} />}
          </span>
        ) : (
          <span>
            {t('profile.noProject')}
            <small>{t('profile.toProjects')}</small>
          </span>
        )}
        <Icon name="next" size={20} />
      </Link>
    </li>
  )
}

export const Teams = (profile: OwnProfile) => {
  const { user, teams, members } = profile
  useTeamsOffline(teams)
  const roleName = useRoleName()
  return (
    <section class="stack">
      <h2>{t('profile.teams', { count: teams.length })}</h2>
      <ul class="rows">
        {teams.length === 0 && (
          <li class="rows-item">
            <Icon name="team" />
            <span class="soft">{t('profile.noTeams')}</span>
          </li>
        )}
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
        <ProjectRow profile={profile} />
      </ul>
    </section>
  )
}
