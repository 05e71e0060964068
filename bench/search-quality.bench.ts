import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#database/embedded/postgres.ts'
import { connect } from '#database/sql.ts'
import { stemOf } from '#search/word/stem.ts'
import { normalise, scanWords } from '#search/word/words.ts'
import { demoWorld, type EvaluatedProject, evaluate, otherWorld, ourSearch, readLabelled } from '#tests/search/evaluate.ts'

// The labelled queries of tests/search in our search, two libraries and PostgreSQL. The libraries are installed into a temporary folder
// and get our tokenizer and stemmers; their typo tolerance and partial matches are on.

const libraries = ['minisearch@7.2.0', '@orama/orama@3.1.18']

type Find = (query: string) => Promise<string[]> | string[]
type Engine = { name: string; open(projects: EvaluatedProject[]): Promise<Find> }

const stems = (text: string): string[] => {
  const found: string[] = []
  scanWords(normalise(text), (word) => found.push(stemOf(word)))
  return found
}
const flat = ({ slug, text }: EvaluatedProject) => ({
  id: slug,
  name: text.name,
  tags: text.tags.join(' '),
  short: text.shortDescription,
  rest: text.rest.join('\n'),
})
const boost = { name: 4, tags: 2, short: 1.5, rest: 1 }
const fields = Object.keys(boost)

type MiniSearchLike = { addAll(documents: object[]): void; search(query: string, options: object): { id: string }[] }
const miniSearch = (load: NodeJS.Require): Engine => ({
  name: 'MiniSearch',
  async open(projects) {
    const MiniSearch = load('minisearch') as new (options: object) => MiniSearchLike
    const index = new MiniSearch({ fields, tokenize: stems, processTerm: (term: string) => term })
    index.addAll(projects.map(flat))
    return (query) => index.search(query, { boost, fuzzy: 0.2, prefix: true }).map(({ id }) => id)
  },
})

type OramaLike = {
  create(options: object): object
  insertMultiple(index: object, documents: object[]): Promise<unknown>
  search(index: object, options: object): Promise<{ hits: { id: string }[] }>
}
const orama = (load: NodeJS.Require): Engine => ({
  name: 'Orama',
  async open(projects) {
    const { create, insertMultiple, search } = load('@orama/orama') as OramaLike
    const tokenizer = { language: 'english', normalizationCache: new Map(), tokenize: stems }
    const index = create({ schema: { name: 'string', tags: 'string', short: 'string', rest: 'string' }, components: { tokenizer } })
    await insertMultiple(index, projects.map(flat))
    return async (query) => (await search(index, { term: query, boost, tolerance: 1, threshold: 1, limit: 20 })).hits.map(({ id }) => id)
  },
})

const postgres = (port: { host: string; port: number; user: string; database: string }): Engine => ({
  name: 'PostgreSQL',
  async open(projects) {
    const sql = connect(port, { max: 1 })
    await sql`create extension if not exists pg_trgm`
    await sql`drop table if exists document`
    await sql`create table document (slug text, words tsvector, text text)`
    for (const project of projects) {
      const { id, name, tags, short, rest } = flat(project)
      await sql`insert into document select ${id}, setweight(to_tsvector('russian', ${name}), 'A') || setweight(to_tsvector('russian', ${tags}), 'B')
        || setweight(to_tsvector('russian', ${short}), 'B') || to_tsvector('russian', ${rest}), ${`${name} ${tags} ${short} ${rest}`}`
    }
    return async (query) => {
      const rows = await sql<{ slug: string }[]>`
        with asked as (select replace(plainto_tsquery('russian', ${query})::text, '&', '|')::tsquery as any_word)
        select slug from document, asked where words @@ any_word or word_similarity(${query}, text) > 0.5
        order by ts_rank(words, any_word) + word_similarity(${query}, text) desc, slug limit 20`
      return rows.map(({ slug }) => slug)
    }
  },
})

const sets = [
  { title: 'tuning', name: 'tuning', world: demoWorld },
  { title: 'held out', name: 'held-out', world: demoWorld },
  { title: 'held out, other projects', name: 'other-held-out', world: otherWorld },
]

async function answersOf(engine: Engine, { name, world }: (typeof sets)[number]) {
  const find = await engine.open(world())
  const set = readLabelled(name)
  const found = new Map<string, string[]>()
  for (const { query } of set) found.set(query, await find(query))
  return evaluate(set, (query) => found.get(query) ?? [])
}

export async function benchSearchQuality(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'projectory-quality-'))
  try {
    execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--silent', ...libraries], { stdio: 'inherit' })
    const load = createRequire(join(folder, 'package.json'))
    const server = await startEmbedded(join(folder, 'postgres'))
    const { host, port, user, database } = server
    const engines: Engine[] = [
      { name: 'ours', open: async (projects) => ourSearch(projects) },
      miniSearch(load),
      orama(load),
      postgres({ host, port, user, database }),
    ]
    for (const set of sets) {
      const results = []
      for (const engine of engines) results.push({ name: engine.name, ...(await answersOf(engine, set)) })
      console.log(`\n${set.title}\n| kind | ${results.map(({ name }) => name).join(' | ')} |\n|---|${results.map(() => '---').join('|')}|`)
      for (const kind of results[0]!.kinds.keys())
        console.log(`| ${kind} | ${results.map(({ kinds }) => `${kinds.get(kind)!.right} of ${kinds.get(kind)!.all}`).join(' | ')} |`)
      console.log(`| found among the first five | ${results.map(({ success }) => success.toFixed(3)).join(' | ')} |`)
    }
    await server.stop()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
