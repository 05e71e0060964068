// Makes real-words.bin from word lists, one word per line (flags after a slash are ignored): node search/dictionary/make-real-words.ts
// /usr/share/dict/american-english /usr/share/hunspell/ru_RU.dic (Debian packages wamerican and hunspell-ru).
import { readFileSync, writeFileSync } from 'node:fs'
import { makeRealWords } from '#search/spelling/real-words.ts'
import { stemOf } from '#search/word/stem.ts'
import { normalise } from '#search/word/words.ts'

const BYTES = 172 * 1024

const words = process.argv.slice(2).flatMap((file) => readFileSync(file, 'utf8').split('\n'))
const stems = new Set<string>()
for (const line of words) {
  const word = line.split('/')[0]!.trim()
  if (/^(?:[a-z]{3,}|[а-яё]{3,})$/.test(word)) stems.add(stemOf(normalise(word)))
}
writeFileSync(new URL('./real-words.bin', import.meta.url), makeRealWords(stems, BYTES))
console.log(`${stems.size} stems`)
