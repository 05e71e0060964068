import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { Count, Id, Nullable } from '#contract/shared.ts'

export const Tag = Type.Object({
  id: Id,
  name: Type.String(),
  nameRu: Nullable(Type.String({ description: 'Russian name' })),
  description: Nullable(Type.String()),
  projectCount: Count,
})
export type Tag = Static<typeof Tag>

export const listTags = endpoint({
  id: 'listTags',
  method: 'GET',
  path: '/tag',
  isFixed: true,
  access: 'public',
  tag: 'Vocabularies',
  summary: 'All tags, by name',
  answer: Type.Array(Tag),
  errors: [],
  sameForAll: true,
})

export const findTags = endpoint({
  id: 'findTags',
  method: 'GET',
  path: '/tag/filters/{query}',
  isFixed: true,
  access: 'public',
  tag: 'Vocabularies',
  summary: 'At most five tags whose name matches',
  params: Type.Object({ query: Type.String({ maxLength: 100 }) }),
  answer: Type.Array(Tag, { maxItems: 5 }),
  errors: [],
  sameForAll: true,
})
