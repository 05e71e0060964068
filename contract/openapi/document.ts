import type { Endpoint } from '#contract/endpoint.ts'
import { Problem } from '#contract/shared.ts'
import { ParameterTable } from './parameters.ts'
import { ResponseTable } from './responses.ts'
import { type Json, pascal, plain, SchemaTable } from './schemas.ts'
import { tagTexts } from './tags.ts'

// The contract as an OpenAPI 3.1 document: TypeBox schemas are JSON Schema already, only what is used in several places gets a name.
export function openApiOf(
  endpoints: readonly Endpoint[],
  about: { title: string; description: string; version: string; url: string },
): Json {
  const schemas = new SchemaTable()
  schemas.refer({ ...plain(Problem), description: problemText }, 'Problem')
  const parameters = new ParameterTable(endpoints)
  const responses = new ResponseTable(endpoints, schemas)
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = paths[endpoint.path] ?? {}
    paths[endpoint.path] = path
    path[endpoint.method.toLowerCase()] = {
      operationId: endpoint.id,
      tags: [endpoint.tag],
      summary: endpoint.summary,
      ...(endpoint.description ? { description: endpoint.description } : {}),
      security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
      ...parametersOf(endpoint, parameters),
      ...bodyOf(endpoint, schemas),
      responses: responses.refer(endpoint),
    }
  }
  const hasToken = endpoints.some(({ access }) => access !== 'public')
  return {
    openapi: '3.1.0',
    info: {
      title: about.title,
      description: `${about.description} ${everywhere}`,
      version: about.version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: about.url }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name, description: tagTexts[name] })),
    paths,
    components: {
      schemas: schemas.components,
      parameters: parameters.components,
      headers: responses.headers,
      responses: responses.components,
      ...(hasToken ? { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } } : {}),
    },
  }
}

const problemText =
  'RFC 9457. `code` is stable and documented; `title` and `detail` follow Accept-Language (en, ru) and may change. ' +
  '`errors` lists each invalid value.'

const everywhere =
  'Every answer has an `X-Request-Id`: the one that was sent, or a new one. Answers may get new properties, and lists of words new words.'

function parametersOf(endpoint: Endpoint, table: ParameterTable): Json {
  const parameters = table.refer(endpoint)
  return parameters.length > 0 ? { parameters } : {}
}

function bodyOf({ id, body, files, errors }: Endpoint, schemas: SchemaTable): Json {
  if (!body && !files) return {}
  const content: Json = {}
  const isFileRequired = errors.includes('file_missing')
  if (body && !isFileRequired) content['application/json'] = { schema: schemas.refer(body, `${pascal(id)}Body`) }
  if (files)
    content['multipart/form-data'] = { schema: schemas.refer(formOf(body && plain(body), files.most, isFileRequired), `${pascal(id)}Form`) }
  const isRequired = isFileRequired || ((body as { required?: string[] } | undefined)?.required ?? []).length > 0
  return { requestBody: { required: isRequired, content } }
}

// In multipart/form-data the fields of the body are parts beside the files.
function formOf(body: Json = { type: 'object' }, most: number, isFileRequired: boolean): Json {
  const { examples: _, properties = {}, required = [], ...rest } = body
  const files = { type: 'array', ...(isFileRequired ? { minItems: 1 } : {}), maxItems: most, items: { type: 'string', format: 'binary' } }
  const names = [...(required as string[]), ...(isFileRequired ? ['files'] : [])]
  return { ...rest, ...(names.length > 0 ? { required: names } : {}), properties: { ...(properties as Json), files } }
}
