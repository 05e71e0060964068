import { type Static, Type } from 'typebox'
import { endpoint, Nothing } from './endpoint.ts'
import { Project } from './project.ts'
import { Count, Slug } from './shared.ts'
import { Tag } from './vocabulary/tag.ts'

// Projects the caller has saved. Only the caller sees them; curators see how many people saved a project.

export const MOST_SAVED = 500 // of one person

const params = Type.Object({ slug: Type.String({ maxLength: 80 }) })

export const SavedProjects = Type.Object({
  projects: Type.Array(Project, { description: 'the published ones, last saved first' }),
  tags: Type.Array(Tag),
  total: Count,
})
export type SavedProjects = Static<typeof SavedProjects>

export const listSaved = endpoint({
  id: 'listSaved',
  method: 'GET',
  path: '/saved',
  access: 'signed-in',
  tag: 'Saved projects',
  summary: 'The projects the caller has saved',
  answer: SavedProjects,
  errors: [],
})

export const saveProjects = endpoint({
  id: 'saveProjects',
  method: 'PUT',
  path: '/saved',
  access: 'signed-in',
  keepsCache: true,
  hasNoVersion: true,
  tag: 'Saved projects',
  summary: 'Saves several projects, in addition to those saved before',
  description:
    'For projects saved on a device before the sign-in. Repeating the call changes nothing. Unknown slugs are ignored, and so are the last ones of a list that exceeds the limit.',
  body: Type.Object(
    { slugs: Type.Array(Type.String({ maxLength: 80 }), { maxItems: MOST_SAVED }) },
    { examples: [{ slugs: ['city-tree-census', 'library-chatbot'] }] },
  ),
  answer: Nothing,
  errors: [],
})

export const saveProject = endpoint({
  id: 'saveProject',
  method: 'PUT',
  path: '/saved/{slug}',
  access: 'signed-in',
  keepsCache: true,
  hasNoVersion: true,
  tag: 'Saved projects',
  summary: 'Saves a project',
  description: `A person can save up to ${MOST_SAVED} projects. Repeating the call changes nothing.`,
  params,
  answer: Type.Object({ slug: Slug }),
  errors: ['project_not_found', 'too_many_saved'],
})

export const unsaveProject = endpoint({
  id: 'unsaveProject',
  method: 'DELETE',
  path: '/saved/{slug}',
  access: 'signed-in',
  keepsCache: true,
  hasNoVersion: true,
  tag: 'Saved projects',
  summary: 'Removes a project from the saved ones',
  description: 'Also succeeds when the project is not saved or does not exist.',
  params,
  answer: Nothing,
  errors: [],
})

export const savedEndpoints = [listSaved, saveProjects, saveProject, unsaveProject]
