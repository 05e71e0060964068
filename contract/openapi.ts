import type { TSchema } from 'typebox'
import { type Answer, answersOf, errorsOf, textOf } from './answers.ts'
import type { Endpoint } from './endpoint.ts'
import { detailTemplateOf, titleOf } from './error-text.ts'
import { type ErrorCode, errorStatus } from './errors.ts'
import { Problem } from './shared.ts'

type Json = Record<string, unknown>

// The contract as an OpenAPI 3.1 document: TypeBox schemas are JSON Schema already and need no conversion.
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
  const codes = [...new Set(endpoints.flatMap(errorsOf))]
  const alone = new Set(
    endpoints
      .flatMap(answersOf)
      .filter(isOneProblem)
      .flatMap((answer) => answer.codes),
  )
  return {
    openapi: '3.1.0',
    info: { title: about.title, description: about.description, version: about.version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: about.url }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem: { ...plain(Problem), description: problemText } },
      responses: Object.fromEntries([...alone].map((code) => [code, problemOf([code])])),
      examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code)])),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

const problemText =
  'RFC 9457. `code` is stable and documented; `title` and `detail` follow Accept-Language (en, ru) and may change. ' +
  '`errors` lists each invalid value.'

const plain = (schema: TSchema): Json => JSON.parse(JSON.stringify(schema))

function operationOf(endpoint: Endpoint): Json {
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    ...(endpoint.access === 'public' ? {} : { security: [{ bearer: [] }] }),
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...bodyOf(endpoint),
    responses: Object.fromEntries(answersOf(endpoint).map((answer) => [answer.status, responseOf(answer)])),
  }
}

function bodyOf({ body, files }: Endpoint): Json {
  const content: Json = {}
  if (body) content['application/json'] = { schema: plain(body) }
  if (files) content['multipart/form-data'] = { schema: formOf(body, files.most) }
  return body || files ? { requestBody: { content } } : {}
}

// In multipart/form-data the fields of the body are parts beside the files.
function formOf(body: TSchema | undefined, most: number): Json {
  const { examples: _, properties = {}, ...rest } = body ? plain(body) : { type: 'object' }
  const files = { type: 'array', maxItems: most, items: { type: 'string', contentMediaType: 'application/octet-stream' } }
  return { ...rest, properties: { ...(properties as Json), files } }
}

function responseOf({ description, content, codes }: Answer): Json {
  if (isOneProblem({ content, codes })) return { $ref: `#/components/responses/${codes[0]}` }
  const types = Object.entries(content)
  if (types.length === 0) return { description }
  const media = types.map(([type, schema]) => [type, schema ? { schema: plain(schema) } : {}])
  return { description, content: { ...Object.fromEntries(media), ...(codes.length > 0 ? problemOf(codes).content : {}) } }
}

const isOneProblem = ({ content, codes }: Pick<Answer, 'content' | 'codes'>): boolean =>
  codes.length === 1 && Object.keys(content).length === 1

const problemOf = (codes: ErrorCode[]) => ({
  description: textOf(codes),
  content: {
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
})

// Placeholders in braces are filled in by the service.
function exampleOf(code: ErrorCode): Json {
  const title = titleOf(code, 'en')
  const detail = detailTemplateOf(code, 'en').replace(/\{(\{\w+\})\}/g, '$1')
  const type = `https://directory.example/api/docs#${code.replaceAll('_', '-')}`
  return { summary: title, value: { type, title, status: errorStatus[code], detail, code, requestId: 'a1b2c3d4e5' } }
}

function parametersOf(schema: TSchema | undefined, location: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties, required = [] } = plain(schema) as { properties: Record<string, Json>; required?: string[] }
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: location,
    required: required.includes(name),
    ...(description ? { description } : {}),
    schema: rest,
  }))
}
