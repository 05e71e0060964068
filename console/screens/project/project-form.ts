import { type ConsoleProject, createProject, getConsoleProject, updateProject } from '#contract/console/project.ts'
import type { useForm } from '#ui/form/use-form.ts'
import { versioned } from '#ui/form/versioned.ts'
import { call } from '#ui/server/api.ts'
import { cacheAnswer, readNow } from '#ui/server/if-match.ts'
import { changedKeys, draftOf, type Form, formOf } from './form.ts'

const at = ({ id }: ConsoleProject) => ({ params: { id: String(id) } })

export const cacheProject = (project: ConsoleProject): ConsoleProject => {
  cacheAnswer(getConsoleProject, at(project), project)
  return project
}

export const projectForm = versioned<ConsoleProject, Form>({
  formOf,
  changedKeys,
  read: (project) => readNow(getConsoleProject, at(project)),
  write: async (project, form, base, headers) =>
    cacheProject(await call(updateProject, { ...at(project), body: draftOf(form, base), headers })),
  create: async (form) => cacheProject(await call(createProject, { body: draftOf(form, formOf(null)) })),
  fieldOf: {
    slug_taken: 'slug',
    invalid_slug: 'slug',
    invalid_dates: 'dateEnd',
    not_a_curator: 'responsibleCurator',
    person_not_found: 'responsibleCurator',
    unknown_tag: 'tags',
    unknown_role: 'wantedRoles',
    unknown_project: 'related',
  },
})

export type Editing = ReturnType<typeof useForm<ConsoleProject, Form>>
