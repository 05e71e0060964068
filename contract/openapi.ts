import type { TSchema } from 'typebox'
import { type Endpoint, Nothing } from './endpoint.ts'
import { commonErrors, type ErrorCode, errors } from './errors.ts'
import { Problem } from './shared.ts'

type Json = Record<string, unknown>

// The contract as an OpenAPI 3.1 document: TypeBox schemas already are JSON Schema, so nothing is translated, only arranged.
export function openApiOf(
  endpoints: readonly Endpoint[],
  about: { title: string; description: string; version: string; url: string },
): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = paths[endpoint.path] ?? {}
    paths[endpoint.path] = path
    path[endpoint.method.toLowerCase()] = operationOf(endpoint)
  }
  return {
    openapi: '3.1.0',
    info: { title: about.title, description: about.description, version: about.version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: about.url }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem: { ...plain(Problem), description: problemText } },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

const problemText =
  'RFC 9457. `code` is stable and documented; `title` and `detail` follow Accept-Language (en, ru) and may change. ' +
  '`errors` names each value that is wrong.'

const plain = (schema: TSchema): Json => JSON.parse(JSON.stringify(schema))

function operationOf(endpoint: Endpoint): Json {
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    ...(endpoint.access === 'public' ? {} : { security: [{ bearer: [] }] }),
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...(endpoint.body ? { requestBody: { content: { 'application/json': { schema: plain(endpoint.body) } } } } : {}),
    responses: {
      ...successOf(endpoint),
      ...(endpoint.method === 'GET' && !endpoint.success ? { 304: { description: 'Not modified since the given ETag' } } : {}),
      ...problemsOf(endpoint.errors),
    },
  }
}

function successOf({ answer, success }: Endpoint): Json {
  if (success) return { [success.status]: { description: success.description } }
  if (answer === Nothing) return { 204: { description: 'Done' } }
  return { 200: { description: 'Done', content: { 'application/json': { schema: plain(answer) } } } }
}

function parametersOf(schema: TSchema | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties, required = [] } = plain(schema) as { properties: Record<string, Json>; required?: string[] }
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description ? { description } : {}),
    schema: rest,
  }))
}

function problemsOf(codes: readonly ErrorCode[]): Json {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of [...new Set([...codes, ...commonErrors])]) {
    const { status } = errors[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const responses: Json = {}
  for (const [status, group] of [...byStatus].sort(([a], [b]) => a - b))
    responses[status] = {
      description: group.map((code) => `\`${code}\`: ${errors[code].title.en}`).join('; '),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    }
  return responses
}
