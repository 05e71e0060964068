import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id } from './shared.ts'

export const listPlatforms = endpoint({
  id: 'listPlatforms',
  method: 'GET',
  path: '/platform',
  access: 'public',
  tag: 'Vocabularies',
  summary: 'Places a link can point at, with the hosts they are recognised by',
  answer: Type.Array(Type.Object({ id: Id, name: Type.String(), hosts: Type.Array(Type.String()) })),
  errors: [],
  sameForAll: true,
})
