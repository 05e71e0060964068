import { Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/shared.ts'

export const listPlatforms = endpoint({
  id: 'listPlatforms',
  method: 'GET',
  path: '/platform',
  access: 'public',
  tag: 'Vocabularies',
  summary: 'Platforms for links, with their hosts',
  answer: Type.Array(Type.Object({ id: Id, name: Type.String(), hosts: Type.Array(Type.String()) })),
  errors: [],
  sameForAll: true,
})
