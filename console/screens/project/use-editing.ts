import { withIdempotencyKey } from '#console/parts/act.ts'
import { cacheAnswer, type Editable, readNow, useEditing as useEditingOf } from '#console/parts/editing.ts'
import { createProject, type EditedProject, getConsoleProject, updateProject } from '#contract/console/project.ts'
import { call } from '#ui/api.ts'
import { changedKeys, draftOf, type Form, formOf } from './form.ts'

const at = ({ id }: EditedProject) => ({ params: { id: String(id) } })

export const cacheProject = (project: EditedProject): EditedProject => {
  cacheAnswer(getConsoleProject, at(project), project)
  return project
}

const projects: Editable<EditedProject, Form> = {
  formOf,
  changedKeys,
  read: (project) => readNow(getConsoleProject, at(project)),
  write: async (project, form, base, headers) =>
    cacheProject(await call(updateProject, { ...at(project), body: draftOf(form, base), headers })),
  create: async (form) => cacheProject(await call(createProject, { body: draftOf(form, formOf(null)), ...withIdempotencyKey() })),
  fieldOf: { slug_taken: 'slug', invalid_slug: 'slug', invalid_dates: 'dateEnd', unknown_tag: 'tags', unknown_project: 'related' },
}

export const useEditing = (present: EditedProject | null) => useEditingOf(present, projects)
export type Editing = ReturnType<typeof useEditing>
