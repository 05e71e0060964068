import { globSync, readFileSync } from 'node:fs'
import type { Areas } from './areas.ts'
import { languages } from './languages.ts'
import { fillText, findText, type KeyOf, SOURCE, type Texts, type Values } from './write.ts'

// The texts for code that runs in Node.

const folder = new URL('./', import.meta.url)

/** The files of a language are those of English. */
export const areas: readonly string[] = globSync('**/*.json', { cwd: new URL(`${SOURCE}/`, folder) })
  .map((name) => name.slice(0, -5).replaceAll('\\', '/'))
  .toSorted()

const files = new Map<string, Texts>()

export function readTexts(language: string, area: string): Texts {
  const path = `${language}/${area}.json`
  let texts = files.get(path)
  if (texts === undefined) {
    texts = languages.includes(language) ? read(path) : {}
    files.set(path, texts)
  }
  return texts
}

function read(path: string): Texts {
  try {
    return JSON.parse(readFileSync(new URL(path, folder), 'utf8')) as Texts
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {} // a new language begins with some of the files
    throw error
  }
}

/** The text of a key with its placeholders, and the language it is in: a missing translation is English. */
function templateOf(area: string, language: string, key: string, count: unknown): string {
  const own = findText(readTexts(language, area), key, count, language)
  const text = own ?? findText(readTexts(SOURCE, area), key, count, SOURCE)
  if (text === undefined) throw new Error(`texts/${SOURCE}/${area}.json has no “${key}”`)
  return text
}

type Write<A extends keyof Areas> = {
  (language: string, key: KeyOf<Areas[A]>, values?: Values): string
  /** With its placeholders. */
  template: (language: string, key: KeyOf<Areas[A]>, count?: number) => string
  has: (key: string) => key is KeyOf<Areas[A]>
}

export function textsOf<A extends keyof Areas>(area: A): Write<A> {
  const template = (language: string, key: string, count?: unknown) => templateOf(area, language, key, count)
  const write = (language: string, key: string, values: Values = {}) =>
    fillText(template(language, key, values.count), (name) => {
      const value = values[name]
      if (value === undefined) throw new Error(`texts/${language}/${area}.json: “${key}” needs a value for {{${name}}}`)
      return String(value)
    })
  const has = (key: string): key is KeyOf<Areas[A]> => {
    const source = readTexts(SOURCE, area)
    return source[key] !== undefined || source[`${key}_other`] !== undefined
  }
  return Object.assign(write, { template, has })
}
