import { readConcepts } from '#search/concept/concept-lines.ts'
import { createConcepts } from '#search/concept/concepts.ts'
import { createSearchIndex } from '#search/index.ts'
import { highlight } from '#search/match/highlight.ts'
import { camelCaseParts, normalise, scanWords, wordsIn } from '#search/word/words.ts'
import { row } from './row.ts'

// The search query, and the texts that are indexed.

const signs = [
  'a',
  'ж',
  '1',
  ' ',
  '\n',
  '-',
  '.',
  "'",
  '+',
  '++',
  '#',
  'a-',
  'a.',
  '\u0301',
  '\u0323\u0301',
  '\ufdfa',
  'ё',
  'shch',
  'й',
  '\0',
  '\ud800',
  '😀',
  '中',
  '\u200b',
  'ß',
]

const index = createSearchIndex()
for (const [slot, name] of ['Web service', 'Проверка расписания', 'Node.js и C++', 'Telescope'].entries())
  index.put(slot, { name, tags: [], shortDescription: name, rest: [name] })

export const searchParsers = [
  row('words', signs, (text) => scanWords(normalise(text), () => {})),
  row('words of a query', signs, wordsIn),
  row('parts in camel case', [...signs, 'aA', 'Aa'], camelCaseParts),
  row('highlights', [...signs, '.a'], (text) => highlight(text, (word) => word === 'a')),
  row('concepts', [...signs, '|', ',', ':', '>', '*'], (text) => createConcepts(readConcepts(text))),
  row('search', signs, (text) => index.search(text)),
  row('indexed text', signs, (text) => createSearchIndex().put(0, { name: text, tags: [text], shortDescription: text, rest: [text] })),
]
