import type { ConsoleProject, ProjectDraft, ProjectState } from '#contract/console/project.ts'
import type { PersonName } from '#contract/console/responsibility.ts'
import type { WantedRoleDraft } from '#contract/role.ts'
import { proposeSlug } from '#rules/text/slug.ts'

// The form of a project, and its conversion to the body of a call.

export type Related = { slug: string; name: string; state: ProjectState }

export type Form = {
  name: string
  slug: string | null // null: made from the name
  shortDescription: string
  description: string
  dateStart: string
  dateEnd: string
  enrollmentStart: string
  enrollmentEnd: string
  teamLimit: string
  curator: string
  responsibleCurator: PersonName | null
  client: string
  clientContact: string
  developerRequirements: string[]
  projectRequirements: string[]
  wantedRoles: WantedRoleDraft[]
  tags: number[]
  related: Related[]
  teamMayChangeCover: boolean
}
export type FormKey = keyof Form

/** The slug follows the name until the project is published or the slug is edited. */
function followsName({ slug, name, publishedAt }: ConsoleProject): boolean {
  const proposed = proposeSlug(name)
  return publishedAt === null && (slug === proposed || (slug.startsWith(`${proposed}-`) && /^\d+$/.test(slug.slice(proposed.length + 1))))
}

export const formOf = (project: ConsoleProject | null): Form => ({
  name: project?.name ?? '',
  slug: project && !followsName(project) ? project.slug : null,
  shortDescription: project?.shortDescription ?? '',
  description: project?.description ?? '',
  dateStart: project?.dateStart ?? '',
  dateEnd: project?.dateEnd ?? '',
  enrollmentStart: project?.enrollmentStart ?? '',
  enrollmentEnd: project?.enrollmentEnd ?? '',
  teamLimit: project?.teamLimit?.toString() ?? '',
  curator: project?.curator ?? '',
  responsibleCurator: project?.responsibleCurator ?? null,
  client: project?.client ?? '',
  clientContact: project?.clientContact ?? '',
  developerRequirements: project?.developerRequirements ?? [],
  projectRequirements: project?.projectRequirements ?? [],
  wantedRoles: (project?.wantedRoles ?? []).map(({ role, count }) => ({ role, count })),
  tags: project?.tags ?? [],
  related: project?.related ?? [],
  teamMayChangeCover: project?.teamMayChangeCover ?? false,
})

const comparable = (form: Form, key: FormKey): string => {
  if (key === 'related') return form.related.map(({ slug }) => slug).join()
  if (key === 'tags') return form.tags.toSorted((a, b) => a - b).join()
  if (key === 'responsibleCurator') return String(form.responsibleCurator?.id)
  const value = form[key]
  return JSON.stringify(Array.isArray(value) ? value.filter((line) => String(line).trim() !== '') : value)
}

export const changedKeys = (one: Form, other: Form): FormKey[] =>
  (Object.keys(one) as FormKey[]).filter((key) => comparable(one, key) !== comparable(other, key))

/** Only changed fields are sent, and always the name. */
export function draftOf(form: Form, base: Form): ProjectDraft {
  const whole: ProjectDraft = {
    name: form.name,
    slug: form.slug,
    shortDescription: form.shortDescription || null,
    description: form.description || null,
    dateStart: form.dateStart || null,
    dateEnd: form.dateEnd || null,
    enrollmentStart: form.enrollmentStart || null,
    enrollmentEnd: form.enrollmentEnd || null,
    curator: form.curator || null,
    curatorId: form.responsibleCurator?.id ?? null,
    client: form.client || null,
    clientContact: form.clientContact || null,
    teamLimit: form.teamLimit === '' ? null : Number(form.teamLimit),
    developerRequirements: form.developerRequirements.filter((line) => line.trim() !== ''),
    projectRequirements: form.projectRequirements.filter((line) => line.trim() !== ''),
    wantedRoles: form.wantedRoles,
    tags: form.tags,
    related: form.related.map(({ slug }) => slug),
    teamMayChangeCover: form.teamMayChangeCover,
  }
  const changed = new Set<string>(changedKeys(form, base))
  if (form.slug === null && changed.has('name')) changed.add('slug')
  if (changed.has('responsibleCurator')) changed.add('curatorId')
  return { ...Object.fromEntries(Object.entries(whole).filter(([key]) => changed.has(key))), name: form.name }
}
