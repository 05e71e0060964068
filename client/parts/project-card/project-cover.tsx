import { tagNamesOf } from '#client/cached-projects.ts'
import type { Project } from '#contract/project.ts'
import { listTags } from '#contract/vocabulary/tag.ts'
import { Cover } from '#ui/cover/cover.tsx'
import { useCall } from '#ui/server/query.ts'

type Props = { project: Pick<Project, 'slug' | 'tags' | 'cover'>; size: 'small' | 'wide' }

/** The cover of a project on screens that do not load the tags it is drawn from. */
export function ProjectCover({ project, size }: Props) {
  const { answer } = useCall(listTags, undefined, { isOn: !project.cover && tagNamesOf(project) === null })
  return <Cover project={project} tags={tagNamesOf(project, answer)} size={size} eager={size === 'wide'} />
}
