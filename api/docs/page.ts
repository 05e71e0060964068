import type { TSchema } from 'typebox'
import { errorsOf } from '#contract/answers.ts'
import { type Endpoint, Nothing } from '#contract/endpoint.ts'
import { titleOf } from '#contract/error-text.ts'
import { commonErrors, type ErrorCode, errorStatus } from '#contract/errors.ts'
import { apiEndpoints, authEndpoints } from '#contract/index.ts'
import type { Language } from '#contract/language.ts'
import { namedSchemas, shapeOf } from '#contract/openapi/named-schemas.ts'
import { NUMBER_TEXT, Problem } from '#contract/shared.ts'
import { languages } from '#texts/languages.ts'
import { docsStyle } from './style.ts'

// API documentation: static HTML from the contract, without scripts and external resources.

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)
const prose = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')

type Shape = {
  type?: string | string[]
  enum?: unknown[]
  items?: Shape
  properties?: Record<string, Shape>
  required?: string[]
  description?: string
  maxItems?: number
  maxLength?: number
  format?: string
  pattern?: string
  examples?: unknown[]
}

// Objects that the contract exports are described once, like in the OpenAPI documents.
const objects = [...namedSchemas].filter(([, schema]) => 'properties' in schema)
const nameByShape = new Map(objects.map(([name, schema]) => [shapeOf(schema), name]))

const isNullable = ({ type }: Shape): boolean => Array.isArray(type) && type.length === 2 && type.includes('null')
const nameOf = (shape: Shape): string | undefined =>
  nameByShape.get(shapeOf(isNullable(shape) ? { ...shape, type: (shape.type as string[]).find((one) => one !== 'null') } : shape))

function namedShapes(endpoints: Endpoint[]): [string, TSchema][] {
  const found = new Set<string>()
  const visit = (shape: Shape): void => {
    const name = nameOf(shape)
    if (name && found.has(name)) return
    if (name) found.add(name)
    for (const inner of [...Object.values(shape.properties ?? {}), ...(shape.items ? [shape.items] : [])]) visit(inner)
  }
  for (const { body, answer } of endpoints) for (const schema of [body, answer]) if (schema) visit(schema as Shape)
  visit(Problem as Shape)
  return objects.filter(([name]) => found.has(name))
}

// Type notation: integer, Tag[], "open" | "active".
function typeText(shape: Shape): string {
  const name = nameOf(shape)
  if (name) return `<a href="#shape-${name}">${name}</a>${isNullable(shape) ? ' | null' : ''}`
  if (shape.enum) return shape.enum.map((value) => `"${value}"`).join(' | ')
  const types = [shape.type ?? 'anything'].flat()
  return types.map((type) => (type === 'array' ? arrayText(shape) : plainText(type, shape))).join(' | ')
}

function plainText(type: string, { format, pattern }: Shape): string {
  if (type !== 'string') return type
  if (pattern === NUMBER_TEXT) return 'integer'
  return format === 'date' ? 'date' : format === 'date-time' ? 'instant' : type
}

function arrayText({ items, maxItems }: Shape): string {
  if (maxItems === 0) return '[]'
  const inner = typeText(items ?? {})
  return inner.includes(' | ') ? `(${inner})[]` : `${inner}[]`
}

function noteOf({ description, examples = [], maxLength }: Shape): string {
  const choice = examples.length > 1 ? `: ${examples.map((example) => `\`${example}\``).join(', ')}` : ''
  const length = maxLength !== undefined && maxLength >= 100 ? `at most ${maxLength} characters` : ''
  return prose([`${description ?? ''}${choice}`, length].filter((part) => part !== '').join('; '))
}

const isList = ({ type }: Shape): boolean => [type].flat().includes('array')

// Unnamed objects are described inline.
function nested(shape: Shape): string {
  const inner = isList(shape) ? shape.items : shape
  return inner?.properties && !nameOf(inner) ? fieldList(inner) : ''
}

const fieldList = ({ properties = {}, required = [] }: Shape): string =>
  `<dl>${Object.entries(properties)
    .map(([name, shape]) => {
      const note = noteOf(shape)
      const key = `<code>${name}</code>${required.includes(name) ? '' : '<i title="optional">?</i>'}`
      return `<div><dt>${key}</dt><dd><code>${typeText(shape)}</code>${note && ` <span>${note}</span>`}${nested(shape)}</dd></div>`
    })
    .join('')}</dl>`

const statusText = (status: number | string, description: string, types: readonly string[] = []): string =>
  `<p class="type">${[status, ...types].map((part) => `<code>${part}</code>`).join(' ')} ${prose(description)}</p>`

function answerText({ answer: given, success, pages = {} }: Endpoint): string {
  const pageTexts = Object.entries(pages).map(([status, description]) => statusText(status, `A page: ${description}`))
  if (success) return [statusText(success.status, success.description, success.types), ...pageTexts].join('')
  if (given === Nothing) return '<p class="type"><code>204</code> No content</p>'
  const answer = given as Shape
  const inner = nested(answer)
  const most = answer.maxItems === undefined ? '' : `, at most ${answer.maxItems}`
  if (!inner) return `<p class="type"><code>${typeText(answer)}</code>${most}</p>`
  return `${isList(answer) ? `<p class="type">A list${most} of</p>` : ''}${inner}`
}

const given = (title: string, schema: TSchema | undefined): string => (schema ? `<h4>${title}</h4>${fieldList(schema as Shape)}` : '')

const isCommon = new Set<ErrorCode>(commonErrors)
const errorLink = (code: string): string => `<a href="#${code.replaceAll('_', '-')}"><code>${code}</code></a>`

const samples: Record<string, string> = {
  slug: 'city-tree-census',
  query: 'dev',
  id: '7',
  into: '8',
  kind: 'tag',
  ticket: 'a1b2c3d4',
  idp: 'idp',
}

const formOf = ({ properties = {}, required = [] }: Shape = {}): string =>
  [...Object.keys(properties).filter((name) => required.includes(name)), 'files']
    .map((name) => ` \\\n  -F ${name}=${name === 'files' ? '@report.pdf' : '…'}`)
    .join('')

function exampleOf({ method, path, params, body, access, id, files }: Endpoint, baseUrl: string): string {
  const exampleIn = (name: string) => String((params as Shape | undefined)?.properties?.[name]?.examples?.[0] ?? '')
  const address = baseUrl + path.replace(/\{(\w+)\}/g, (_, name: string) => exampleIn(name) || samples[name]!)
  const token = access === 'public' && id !== 'signOut' ? '' : ` \\\n  -H "Authorization: Bearer $TOKEN"`
  const example = (body as Shape | undefined)?.examples?.at(-1)
  if (files) return `curl -X ${method} ${address}${token}${formOf(body as Shape | undefined)}`
  const data = example === undefined ? '' : ` \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(example)}'`
  return `curl ${method === 'GET' ? '' : `-X ${method} `}${address}${token}${data}`
}

function callText({ method, path }: Endpoint): string {
  const parts = escaped(path)
    .replaceAll('/', '/<wbr>')
    .replace(/\{\w+\}/g, '<i>$&</i>')
  return `<b class="${method.toLowerCase()}">${method}</b> <code>${parts}</code>`
}

function section(endpoint: Endpoint, baseUrl: string): string {
  const { id, summary, description, access } = endpoint
  const codes = errorsOf(endpoint).filter((code) => !isCommon.has(code))
  return `<section id="${id}">
<h3><a href="#${id}">${prose(summary)}</a></h3>
<p class="call">${callText(endpoint)}${access === 'public' ? '' : ` <em>${access}</em>`}</p>
${description ? `<p>${prose(description)}</p>` : ''}
${given('Path parameters', endpoint.params)}${given('Query parameters', endpoint.query)}${given('Body', endpoint.body)}
<h4>Response</h4>${answerText(endpoint)}
${codes.length > 0 ? `<h4>Errors</h4><p class="codes">${codes.map(errorLink).join(' ')}</p>` : ''}
<h4>Example</h4><pre>${escaped(exampleOf(endpoint, baseUrl))}</pre>
</section>`
}

// A type that extends another one shows only the added fields.
function shapeSection([name, schema]: [string, TSchema], _: number, named: [string, TSchema][]): string {
  const { properties = {}, required } = schema as Shape
  const has = ([key, shape]: [string, Shape]): boolean => key in properties && shapeOf(properties[key]!) === shapeOf(shape)
  const sizeOf = ([, { properties: own = {} }]: [string, Shape]): number => Object.keys(own).length
  const base = named
    .filter((other) => other[0] !== name && sizeOf(other) >= 5 && sizeOf(other) < Object.keys(properties).length)
    .filter(([, { properties: own = {} }]: [string, Shape]) => Object.entries(own).every(has))
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]
  const added = Object.entries(properties).filter(([key]) => !(key in ((base?.[1] as Shape | undefined)?.properties ?? {})))
  return `<section id="shape-${name}"><h3><a href="#shape-${name}">${name}</a></h3>
${base ? `<p>All fields of <a href="#shape-${base[0]}">${base[0]}</a>, and</p>` : ''}${fieldList({ properties: Object.fromEntries(added), required })}</section>`
}

const errorList = (): string =>
  (Object.keys(errorStatus) as ErrorCode[])
    .map((code) => {
      const titles = (languages as Language[]).map((language) => {
        const title = escaped(titleOf(code, language))
        return language === 'en' ? title : `<span lang="${language}">${title}</span>`
      })
      return `<div id="${code.replaceAll('_', '-')}"><dt><b>${errorStatus[code]}</b> <code>${code}</code></dt><dd>${titles.join(' ')}</dd></div>`
    })
    .join('\n')

export function docsPage({ apiUrl, authUrl, version }: { apiUrl: string; authUrl: string; version: string }): string {
  const baseUrl = (endpoint: Endpoint): string => (authEndpoints.includes(endpoint) ? authUrl : apiUrl)
  const endpoints = [...apiEndpoints, ...authEndpoints]
  const groups = [...Map.groupBy(endpoints, ({ tag }) => tag)]
  const menu = groups.map(
    ([tag, list]) =>
      `<h2>${tag}</h2><ul class="calls">${list.map((endpoint) => `<li><a href="#${endpoint.id}">${callText(endpoint)}</a></li>`).join('')}</ul>`,
  )
  const sections = groups.map(
    ([tag, list]) => `<h2>${tag}</h2>\n${list.map((endpoint) => section(endpoint, baseUrl(endpoint))).join('\n')}`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Projectory API</title>
<style>${docsStyle}</style>
</head>
<body>
<a class="skip" href="#calls">Skip to content</a>
<header><h1>Projectory <span>API</span></h1>
<p>Browse and search projects, sign in, apply and publish results.</p>
<ul><li>Base URL <code>${escaped(apiUrl)}</code>, sign-in <code>${escaped(authUrl)}</code></li><li>Version <code>${escaped(version)}</code></li><li>OpenAPI 3.1 <a href="${escaped(apiUrl)}/openapi.json">openapi.json</a></li></ul></header>
<nav aria-label="Contents">${menu.join('')}<h2>Reference</h2><ul><li><a href="#shapes">Types</a></li><li><a href="#conventions">Conventions</a></li><li><a href="#errors">Errors</a></li></ul></nav>
<main id="calls" tabindex="-1">
${sections.join('\n')}
<h2 id="shapes">Types</h2>
<p>Dates are calendar days (<code>2026-09-01</code>) in the directory's time zone; instants are UTC with milliseconds. Lists are never null. A project's id is its slug; all other ids are positive 32-bit integers. A question mark after a name marks an optional field.</p>
${namedShapes(endpoints).map(shapeSection).join('\n')}
<h2 id="conventions">Conventions</h2>
<ul>
<li>Every <code>GET</code> response has a strong <code>ETag</code>. Send it as <code>If-None-Match</code> to get 304 without a body when nothing has changed. <code>HEAD</code> works wherever <code>GET</code> does. A trailing slash is ignored.</li>
<li>Send <code>Accept-Encoding: br</code> or <code>gzip</code>, and <code>Accept-Language: en</code> or <code>ru</code> for the language of error texts.</li>
<li>Every response has an <code>X-Request-Id</code>; if you send one, it is used. <code>RateLimit</code> shows the remaining quota. A 429 response has <code>Retry-After</code>.</li>
<li>Send the access token as <code>Authorization: Bearer …</code>. Public endpoints ignore an invalid token. Endpoints marked <em>signed-in</em>, <em>curator</em> or <em>administrator</em> respond with 401 without a valid token and with 403 if access is insufficient.</li>
<li>New fields may be added to responses. Ignore fields you don’t know.</li>
</ul>
<h2 id="errors">Errors</h2>
<p>Errors are sent as <code>application/problem+json</code> (RFC 9457, see <a href="#shape-Problem">Problem</a>). Rely on <code>code</code> and show <code>detail</code>. Any endpoint can respond with ${commonErrors.map(errorLink).join(', ')}.</p>
<dl class="errors">${errorList()}</dl>
</main>
</body>
</html>
`
}
