import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { formatsOf } from '#texts/formats.ts'
import { languagesIn } from '#texts/languages.ts'
import { type PackName, packs } from '#texts/packs.ts'
import { baseOf, SOURCE, type Texts } from '#texts/write.ts'

// Modules of the texts: `virtual:texts/ui,first-screen` names packs, and loads one of `virtual:texts/ui,first-screen/en`,
// `virtual:texts/ui,first-screen/ru` and so on, each a chunk. Each language is a folder.

const PREFIX = 'virtual:texts/'
const split = (id: string): [names?: string, language?: string] => {
  const at = id.indexOf(PREFIX)
  return at < 0 ? [] : (id.slice(at + PREFIX.length).split('/') as [string, string?])
}

export function texts(folder: string): Plugin {
  const languages = languagesIn(folder)
  return {
    name: 'texts',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      const [names, language] = split(id)
      if (names === undefined) return null
      if (names === 'languages') {
        const named = languages.map((one) => {
          const { name, switchTo } = { ...read(folder, SOURCE, 'language'), ...read(folder, one, 'language') }
          return [one, { name, switchTo }]
        })
        return { code: `export const languages = ${JSON.stringify(Object.fromEntries(named))}`, moduleType: 'js' }
      }
      if (language === undefined) {
        const path = (one: string) => JSON.stringify(`${PREFIX}${names}/${one}`)
        const loads = languages.map((one) => `${JSON.stringify(one)}: () => import(${path(one)})`)
        return { code: `export default { ${loads.join(', ')} }`, moduleType: 'js' }
      }
      const chosen = names.split(',') as PackName[]
      const contents = Object.fromEntries(chosen.map((name) => [name, packOf(folder, name, language)]))
      const formats = chosen.includes('ui') ? formatsOf(language) : undefined
      return { code: `export default ${JSON.stringify({ formats, packs: contents })}`, moduleType: 'js' }
    },
  }
}

function read(folder: string, language: string, area: string): Texts {
  try {
    return JSON.parse(readFileSync(join(folder, language, `${area}.json`), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return {} // a new language begins with some of the files
  }
}

type Compiled = Record<string, string | string[]>

/** A plural becomes its forms, in the order of the categories of the language, without the last ones that integers do not need. */
function compile(texts: Texts, language: string, source: Texts): Compiled {
  const { plurals, pluralOf } = formatsOf(language)
  const needed = plurals.slice(0, plurals.findLastIndex((_, index) => pluralOf.includes(String(index))) + 1)
  const compiled: Compiled = {}
  for (const [key, text] of Object.entries(texts)) {
    const base = baseOf(key, source)
    const formOf = (category: string) => texts[`${base}_${category}`]
    compiled[base] = base === key ? text! : needed.map((category) => formOf(category) ?? formOf('other') ?? text!)
  }
  return compiled
}

/** The texts of a language, and those in English that it lacks. */
function packOf(folder: string, name: PackName, language: string): { texts: Compiled; english?: Compiled } {
  const all = (from: string): Texts => Object.assign({}, ...packs[name].map((area) => read(folder, from, area)))
  const source = all(SOURCE)
  const texts = compile(all(language), language, source)
  const missing = Object.entries(compile(source, SOURCE, source)).filter(([key]) => !(key in texts))
  return missing.length === 0 ? { texts } : { texts, english: Object.fromEntries(missing) }
}

type Chunk = { type?: string; moduleIds?: string[] }

/** The language of a chunk and the name of its last pack. */
function describe({ moduleIds = [] }: Chunk): { language: string; pack: string } | null {
  for (const id of moduleIds) {
    const [names, language] = split(id)
    if (names !== undefined && language !== undefined) return { language, pack: names.split(',').at(-1)! }
  }
  return null
}

/** The name of its file. */
export function chunkFileName(chunk: Chunk): string {
  const texts = describe(chunk)
  return `assets/${texts ? `${texts.pack}-${texts.language}` : '[name]'}-[hash].js`
}

/** The chunks of each language, by pack. */
export function chunksOf(bundle: Record<string, Chunk>): Record<string, Record<string, string>> {
  const found: Record<string, Record<string, string>> = {}
  for (const [file, chunk] of Object.entries(bundle)) {
    const texts = describe(chunk)
    if (texts) found[texts.language] = { ...found[texts.language], [texts.pack]: `/${file}` }
  }
  return found
}
