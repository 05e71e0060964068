import { cacheProjects } from '#client/cached-projects.ts'
import { ProjectCard } from '#client/parts/project-card/project-card.tsx'
import { t } from '#client/texts.ts'
import type { Project } from '#contract/project.ts'
import { listTags } from '#contract/vocabulary/tag.ts'
import { useCall } from '#ui/server/query.ts'
import { Section } from './sections.tsx'

/** Similar projects, in a row that scrolls sideways. */
export function Related({ projects }: { projects: Project[] }) {
  // Their covers are drawn from the tags, which a project opened by its address has not loaded yet.
  const { answer: tags } = useCall(listTags, undefined, { isOn: projects.length > 0 })
  if (tags) cacheProjects({ projects: [], tags })
  if (projects.length === 0) return null
  return (
    <Section title={t('project.related')}>
      <ul class="bare carousel-row">
        {projects.map((other) => (
          <li key={other.slug}>
            <ProjectCard isSmall project={other} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
