import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

// Loaded before everything else: texts/ is read from a copy with one more folder, a language made of the English one. Nothing else is changed.

export const PSEUDO = 'en-XA'

const [folder] = process.argv.slice(2)
const texts = join(folder!, 'texts')
cpSync(join(import.meta.dirname, '../../texts'), texts, { recursive: true })

const accents: Record<string, string> = {
  a: 'á',
  e: 'ë',
  i: 'ï',
  o: 'ø',
  u: 'ü',
  A: 'Å',
  E: 'É',
  I: 'Î',
  O: 'Ö',
  U: 'Û',
  c: 'ç',
  n: 'ñ',
  y: 'ý',
}

/** Accents, 40 % longer, in brackets; every line by itself. */
function pseudo(text: string): string {
  const line = (one: string): string => {
    const letters = one
      .split(/(\{\{\w+\}\})/)
      .map((part) => (part.startsWith('{{') ? part : part.replace(/[a-z]/gi, (sign) => accents[sign] ?? sign)))
    return `⟦${letters.join('')}${'~'.repeat(Math.ceil(one.length * 0.4))}⟧`
  }
  return text.split('\n').map(line).join('\n')
}

for (const name of globSync('**/*.json', { cwd: join(texts, 'en') })) {
  const english = JSON.parse(readFileSync(join(texts, 'en', name), 'utf8')) as Record<string, string>
  if (name === 'spellings.json') continue
  const made = Object.entries(english).map(([key, text]) => [key, ['dates', 'phoneCountry'].includes(key) ? text : pseudo(text)])
  mkdirSync(dirname(join(texts, PSEUDO, name)), { recursive: true })
  writeFileSync(join(texts, PSEUDO, name), JSON.stringify(Object.fromEntries(made)))
}

registerHooks({
  resolve(specifier, context, next) {
    const [, name] = /^#texts\/(languages|server)\.ts$/.exec(specifier) ?? []
    return name ? { url: pathToFileURL(join(texts, `${name}.ts`)).href, shortCircuit: true } : next(specifier, context)
  },
})
