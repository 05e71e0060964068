import { cachedTags } from '#client/cached-projects.ts'
import { ProjectCard, RequestBadge, StatusBadge } from '#client/parts/project-card.tsx'
import { paths } from '#client/routes.ts'
import { t } from '#client/texts/index.ts'
import { listTags } from '#contract/tag.ts'
import { ButtonLink } from '#ui/button.tsx'
import { useCall } from '#ui/query.ts'
import type { OwnProject } from './own.ts'

/** One line for the card on the profile tab. */
export const ProjectLine = ({ own }: { own: OwnProject | null }) =>
  own === null ? (
    <small>{t('info.noProject')}</small>
  ) : (
    <>
      <small dir="auto">{own.project.name}</small>
      {own.relation === 'applied' ? <RequestBadge status="submitted" /> : <StatusBadge status={own.project.status} />}
    </>
  )

const titles = { works: 'profile.project', applied: 'profile.applied', was: 'profile.latest' } as const

export function OwnProjectCard({ own }: { own: OwnProject | null }) {
  const { answer: tags } = useCall(listTags, undefined, { isOn: own !== null })
  for (const tag of tags ?? []) cachedTags.set(tag.id, tag) // the profile has only their ids
  return (
    <section class="stack">
      <h2>{t(titles[own?.relation ?? 'works'])}</h2>
      {own === null ? (
        <div class="card stack">
          <p class="soft">{t('profile.noProject')}</p>
          <ButtonLink look="soft" to={paths.projects}>
            {t('profile.toProjects')}
          </ButtonLink>
        </div>
      ) : (
        <ProjectCard project={own.project} request={own.relation === 'applied' ? 'submitted' : undefined} />
      )}
    </section>
  )
}
