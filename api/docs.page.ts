import type { TSchema } from 'typebox'
import type { Endpoint } from '#contract/endpoint.ts'
import { commonErrors, errors } from '#contract/errors.ts'
import { apiEndpoints } from '#contract/index.ts'
import { File, Link, Project, ProjectDetail } from '#contract/project.ts'
import { Problem } from '#contract/shared.ts'
import { Tag } from '#contract/tag.ts'
import { Member, Team, User } from '#contract/user.ts'
import { docsStyle } from './docs.style.ts'

// The documentation people read: plain HTML from the same contract that validates, no script, nothing from elsewhere.

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)
const prose = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')

const named = new Map<string, TSchema>(Object.entries({ Project, ProjectDetail, Tag, Team, Member, User, Link, File, Problem }))
const sameShape = (schema: object): string => JSON.stringify({ ...schema, description: undefined })
const nameByShape = new Map([...named].map(([name, schema]) => [sameShape(schema), name]))

type Shape = {
  type?: string | string[]
  enum?: unknown[]
  items?: Shape
  properties?: Record<string, Shape>
  required?: string[]
  description?: string
  maxItems?: number
  minimum?: number
  maximum?: number
  format?: string
}

// A schema as a reader would write it down: {id: integer, tags: Tag[]}.
function shapeText(shape: Shape, depth = 0, isTop = false): string {
  const name = isTop ? undefined : nameByShape.get(sameShape(shape))
  if (name) return `<a href="#shape-${name}">${name}</a>`
  if (shape.enum) return shape.enum.map((value) => `"${value}"`).join(' | ')
  const types = [shape.type ?? 'anything'].flat()
  return types
    .map((type) => (type === 'array' ? arrayText(shape, depth) : type === 'object' ? objectText(shape, depth) : formatText(type, shape)))
    .join(' | ')
}

const formatText = (type: string, { format }: Shape): string => (format === 'date' ? 'date' : format === 'date-time' ? 'instant' : type)

function arrayText({ items, maxItems }: Shape, depth: number): string {
  if (maxItems === 0) return '[]'
  const inner = shapeText(items ?? {}, depth)
  return inner.includes(' | ') ? `(${inner})[]` : `${inner}[]`
}

function objectText({ properties = {}, required = [] }: Shape, depth: number): string {
  const pad = '  '.repeat(depth + 1)
  const lines = Object.entries(properties).map(([key, value]) => {
    const note = value.description ? `  <i>${escaped(value.description)}</i>` : ''
    return `${pad}${key}${required.includes(key) ? '' : '?'}: ${shapeText(value, depth + 1)}${note}`
  })
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`
}

function exampleOf(endpoint: Endpoint, apiUrl: string): string {
  const path = endpoint.path.replace('{slug}', 'tree-census').replace('{query}', 'dev')
  const example = (endpoint.body as { examples?: unknown[] } | undefined)?.examples?.at(-1)
  const body = example === undefined ? '' : ` \\\n  -H 'Content-Type: application/json' -d '${JSON.stringify(example)}'`
  return `curl ${endpoint.method === 'GET' ? '' : `-X ${endpoint.method} `}${apiUrl}${path}${body}`
}

function parameterRows(schema: TSchema | undefined, place: string): string {
  const properties = (schema as Shape | undefined)?.properties ?? {}
  return Object.entries(properties)
    .map(([name, { description = '' }]) => `<tr><td><code>${name}</code></td><td>${place}</td><td>${prose(description)}</td></tr>`)
    .join('')
}

function section(endpoint: Endpoint, apiUrl: string): string {
  const parameters = parameterRows(endpoint.params, 'in the path') + parameterRows(endpoint.query, 'in the query')
  const refusals = endpoint.errors.map((code) => `<a href="#${code.replaceAll('_', '-')}"><code>${code}</code></a>`).join(', ')
  return `<section id="${endpoint.id}">
<h3><b class="${endpoint.method.toLowerCase()}">${endpoint.method}</b> <code>${escaped(endpoint.path)}</code></h3>
<p>${prose(endpoint.summary)}. ${prose(endpoint.description ?? '')}${endpoint.access === 'public' ? '' : ` <em>${endpoint.access}</em>`}</p>
${parameters ? `<table><tbody>${parameters}</tbody></table>` : ''}
${endpoint.body ? `<h4>Body</h4><pre tabindex="0">${shapeText(endpoint.body as Shape, 0, true)}</pre>` : ''}
<h4>Answer</h4><pre tabindex="0">${shapeText(endpoint.answer as Shape)}</pre>
${refusals ? `<p class="small">Can be refused with ${refusals}.</p>` : ''}
<pre tabindex="0" class="try">${escaped(exampleOf(endpoint, apiUrl))}</pre>
</section>`
}

const shapeSections = (): string =>
  [...named]
    .map(
      ([name, schema]) =>
        `<section id="shape-${name}"><h3>${name}</h3><pre tabindex="0">${shapeText(schema as Shape, 0, true)}</pre></section>`,
    )
    .join('\n')

const errorRows = (): string =>
  Object.entries(errors)
    .map(
      ([code, { status, title }]) =>
        `<tr id="${code.replaceAll('_', '-')}"><td>${status}</td><td><code>${code}</code></td><td>${escaped(title.en)}<br><span lang="ru">${escaped(title.ru)}</span></td></tr>`,
    )
    .join('\n')

export function docsPage({ apiUrl, version }: { apiUrl: string; version: string }): string {
  const groups = Map.groupBy(apiEndpoints, ({ tag }) => tag)
  const menu = [...groups]
    .map(
      ([tag, list]) =>
        `<li>${tag}<ul>${list.map(({ id, summary }) => `<li><a href="#${id}">${escaped(summary)}</a></li>`).join('')}</ul></li>`,
    )
    .join('')
  const sections = [...groups]
    .map(([tag, list]) => `<h2>${tag}</h2>${list.map((endpoint) => section(endpoint, apiUrl)).join('\n')}`)
    .join('\n')
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
<header><p class="small">version ${version}</p><h1>Projectory API</h1>
<p>Browse projects, search them, and read the vocabularies. Base address: <code>${escaped(apiUrl)}</code>. The same contract as data: <a href="${escaped(apiUrl)}/openapi.json">openapi.json</a> (OpenAPI 3.1).</p></header>
<nav aria-label="Calls"><ul>${menu}<li><a href="#shapes">Shapes</a></li><li><a href="#manners">Manners</a></li><li><a href="#errors">Errors</a></li></ul></nav>
<main>
${sections}
<h2 id="shapes">Shapes</h2>
<p>Dates are calendar days (<code>2026-09-01</code>) in the directory's time zone; instants are UTC with milliseconds. Lists are never null. A project's id is its slug; all other ids are positive 32-bit integers.</p>
${shapeSections()}
<h2 id="manners">Manners</h2>
<ul>
<li>Every <code>GET</code> carries a strong <code>ETag</code>; send it back as <code>If-None-Match</code> and an unchanged answer costs you 304 and no body. <code>HEAD</code> works wherever <code>GET</code> does, a trailing slash does no harm.</li>
<li>Send <code>Accept-Encoding: br</code> or <code>gzip</code>, and <code>Accept-Language: en</code> or <code>ru</code> for the words of a refusal.</li>
<li><code>X-Request-Id</code> names the call; yours is kept if you send one. <code>RateLimit</code> says what is left; 429 says in <code>Retry-After</code> when to come back.</li>
<li>Only additions ever happen to an answer: ignore keys you do not know.</li>
</ul>
<h2 id="errors">Errors</h2>
<p>Whatever is refused comes as <code>application/problem+json</code> (RFC 9457, see <a href="#shape-Problem">Problem</a>). Rely on <code>code</code>, show <code>detail</code>. Any call can give ${commonErrors.map((code) => `<code>${code}</code>`).join(', ')}.</p>
<table><thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead><tbody>${errorRows()}</tbody></table>
</main>
</body>
</html>
`
}
