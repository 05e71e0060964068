import type { ConsoleProject, ProjectDraft, ProjectState } from '#contract/console/project.ts'
import type { PersonName } from '#contract/console/responsibility.ts'
import { type ProjectKey, type ProjectValues, projectFields, projectKeys } from '#contract/project/fields.ts'
import type { WantedRoleDraft } from '#contract/vocabulary/role.ts'
import { proposeSlug } from '#rules/text/slug.ts'

// The form of a project, and its conversion to the body of a call.

export type Related = { slug: string; name: string; state: ProjectState }

/** Fields as their inputs have them: an empty text is no value. */
type FieldsOfForm = { [K in ProjectKey]: ProjectValues[K] extends string[] | boolean ? ProjectValues[K] : string }

export type Form = FieldsOfForm & {
  slug: string | null // null: made from the name
  responsibleCurator: PersonName | null
  wantedRoles: WantedRoleDraft[]
  tags: number[]
  related: Related[]
}
export type FormKey = keyof Form

/** The slug follows the name until the project is published or the slug is edited. */
function followsName({ slug, name, publishedAt }: ConsoleProject): boolean {
  const proposed = proposeSlug(name)
  return publishedAt === null && (slug === proposed || (slug.startsWith(`${proposed}-`) && /^\d+$/.test(slug.slice(proposed.length + 1))))
}

const inputOf = (key: ProjectKey, value: ProjectValues[ProjectKey] | undefined) => {
  const { kind } = projectFields[key]
  if (kind === 'lines') return value ?? []
  return kind === 'flag' ? (value ?? false) : String(value ?? '')
}

export const formOf = (project: ConsoleProject | null): Form => ({
  ...(Object.fromEntries(projectKeys.map((key) => [key, inputOf(key, project?.[key])])) as FieldsOfForm),
  slug: project && !followsName(project) ? project.slug : null,
  responsibleCurator: project?.responsibleCurator ?? null,
  wantedRoles: (project?.wantedRoles ?? []).map(({ role, count }) => ({ role, count })),
  tags: project?.tags ?? [],
  related: project?.related ?? [],
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

const sentOf = (key: ProjectKey, input: string | string[] | boolean) => {
  if (Array.isArray(input)) return input.filter((line) => line.trim() !== '')
  if (input === '') return null
  return projectFields[key].kind === 'integer' ? Number(input) : input
}

/** Only changed fields are sent, and always the name. */
export function draftOf(form: Form, base: Form): ProjectDraft {
  const whole = {
    ...Object.fromEntries(projectKeys.map((key) => [key, sentOf(key, form[key])])),
    slug: form.slug,
    curatorId: form.responsibleCurator?.id ?? null,
    wantedRoles: form.wantedRoles,
    tags: form.tags,
    related: form.related.map(({ slug }) => slug),
  }
  const changed = new Set<string>(changedKeys(form, base))
  if (form.slug === null && changed.has('name')) changed.add('slug')
  if (changed.has('responsibleCurator')) changed.add('curatorId')
  return { ...Object.fromEntries(Object.entries(whole).filter(([key]) => changed.has(key))), name: form.name }
}
