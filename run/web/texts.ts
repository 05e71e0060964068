import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { formatsOf } from '#texts/formats.ts'
import { type PackName, packs } from '#texts/packs.ts'
import type { Texts } from '#texts/write.ts'

// Modules of the texts: `virtual:texts/ui,first-screen` names packs, and loads one of `virtual:texts/ui,first-screen/en`,
// `virtual:texts/ui,first-screen/ru` and so on, each a chunk. Each language is a folder.

const SOURCE = 'en'
const PREFIX = 'virtual:texts/'
const split = (id: string): [names?: string, language?: string] => {
  const at = id.indexOf(PREFIX)
  return at < 0 ? [] : (id.slice(at + PREFIX.length).split('/') as [string, string?])
}

export const languagesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? entry.name : []))
    .toSorted((a, b) => Number(b === SOURCE) - Number(a === SOURCE) || (a < b ? -1 : 1))

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
        const named = languages.map((one) => [one, read(folder, one, 'language', SOURCE)])
        return { code: `export const languages = ${JSON.stringify(Object.fromEntries(named))}`, moduleType: 'js' }
      }
      if (language === undefined) {
        const loads = languages.map((one) => `${JSON.stringify(one)}: () => import(${JSON.stringify(`${PREFIX}${names}/${one}`)})`)
        return { code: `export default { ${loads.join(', ')} }`, moduleType: 'js' }
      }
      const chosen = names.split(',') as PackName[]
      const contents = Object.fromEntries(chosen.map((name) => [name, packOf(folder, name, language)]))
      const formats = chosen.includes('ui') ? formatsOf(language) : undefined
      return { code: `export default ${JSON.stringify({ formats, packs: contents })}`, moduleType: 'js' }
    },
  }
}

function read(folder: string, language: string, area: string, orElse?: string): Texts {
  try {
    return JSON.parse(readFileSync(join(folder, language, `${area}.json`), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return orElse === undefined ? {} : read(folder, orElse, area)
  }
}

type Compiled = Record<string, string | string[]>

/** A plural becomes its forms, in the order of the categories of the language; integers need no others. */
function compile(texts: Texts, language: string): Compiled {
  const { plurals, pluralOf } = formatsOf(language)
  const needed = plurals.filter((_, index) => pluralOf.includes(String(index)))
  const compiled: Compiled = {}
  for (const [key, text] of Object.entries(texts)) {
    const base = /^(.*)_(?:zero|one|two|few|many|other)$/.exec(key)?.[1]
    const formOf = (category: string) => texts[`${base}_${category}`]
    compiled[base ?? key] = base === undefined ? text! : needed.map((category) => formOf(category) ?? formOf('other') ?? text!)
  }
  return compiled
}

/** The texts of a language, and those in English that it lacks. */
function packOf(folder: string, name: PackName, language: string): { texts: Compiled; english?: Compiled } {
  const all = (from: string): Compiled => compile(Object.assign({}, ...packs[name].map((area) => read(folder, from, area))), from)
  const texts = all(language)
  const missing = Object.entries(all(SOURCE)).filter(([key]) => !(key in texts))
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
