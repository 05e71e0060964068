import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { Deleted, Id, Nullable } from '#contract/shared.ts'
import { IdParams, oneOf } from './shared.ts'

// Saved views of the lists: a name for the filters, order and columns in the address.

export const MOST_OWN_VIEWS = 50
export const MOST_SHARED_VIEWS = 200

const viewLists = ['project', 'team', 'person', 'request'] as const
export type ViewList = (typeof viewLists)[number]

const Name = Type.String({ minLength: 1, maxLength: 100 })
const Query = Type.String({
  maxLength: 1000,
  description: 'query string of the address of the list',
  examples: ['status=open&sort=closes'],
})

export const SavedView = Type.Object({
  id: Id,
  list: oneOf(viewLists),
  name: Name,
  query: Query,
  isShared: Type.Boolean({ description: 'visible to all curators' }),
  owner: Nullable(Type.Object({ id: Id, name: Type.String() })),
  mayChange: Type.Boolean({ description: 'the owner, and administrators if it is shared' }),
})
export type SavedView = Static<typeof SavedView>

const draft = { name: Name, query: Query, isShared: Type.Boolean() }
const errors = ['invalid_name', 'view_name_taken', 'too_many_views'] as const

export const listViews = endpoint({
  id: 'listViews',
  method: 'GET',
  path: '/console/view',
  access: 'curator',
  tag: 'Console',
  summary: 'The caller’s saved views and those shared with all curators, by name',
  query: Type.Object({ list: Type.Optional(oneOf(viewLists)) }),
  answer: Type.Object({ views: Type.Array(SavedView) }),
  errors: [],
})

export const createView = endpoint({
  id: 'createView',
  method: 'POST',
  path: '/console/view',
  access: 'curator',
  tag: 'Console',
  summary: 'Saves a view of a list',
  description: `A person can have ${MOST_OWN_VIEWS} views of their own; a directory ${MOST_SHARED_VIEWS} shared ones.`,
  body: Type.Object(
    { list: oneOf(viewLists), ...draft },
    { examples: [{ list: 'project', name: 'Closing soon', query: 'status=open&sort=closes&order=asc', isShared: false }] },
  ),
  answer: SavedView,
  keepsCache: true,
  errors,
})

export const updateView = endpoint({
  id: 'updateView',
  method: 'PUT',
  path: '/console/view/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'Changes a saved view',
  params: IdParams,
  body: Type.Object(draft, { examples: [{ name: 'Closing soon', query: 'status=open', isShared: true }] }),
  answer: SavedView,
  keepsCache: true,
  errors: [...errors, 'view_not_found', 'view_not_own'],
})

export const deleteView = endpoint({
  id: 'deleteView',
  method: 'DELETE',
  path: '/console/view/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'Deletes a saved view',
  params: IdParams,
  answer: Deleted,
  keepsCache: true,
  errors: ['view_not_found', 'view_not_own'],
})

export const viewEndpoints = [listViews, createView, updateView, deleteView]
