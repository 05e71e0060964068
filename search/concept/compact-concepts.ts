import { type Concept, readConcepts } from './concept-lines.ts'

// A small edition of the dictionary for searching offline: two-way concepts as stems, `librari,read room,библиотек,читальн` per line.

const PER_SIDE = 2
/** Files of common words and neighbouring words; the others have the words of the subjects of projects. */
const isGeneral = (name: string): boolean => /^(common-.*|english|russian|neighbours)\.txt$/.test(name)

export function compactConcepts(files: Iterable<{ name: string; lines: string }>): string {
  const written = new Set<string>()
  for (const { name, lines } of files) {
    if (isGeneral(name)) continue
    for (const line of lines.split('\n')) {
      if (line.startsWith('>')) continue
      // Each side is read as a line of its own.
      const sides = line.startsWith('#') ? [] : line.split('|').flatMap(readConcepts)
      const phrases = sides.flatMap(({ from }) => from.slice(0, PER_SIDE)).map((phrase) => phrase.join(' '))
      if (phrases.length > 1) written.add([...new Set(phrases)].join(','))
    }
  }
  return [...written].join('\n')
}

export const readCompactConcepts = (text: string): Concept[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const phrases = line.split(',').map((phrase) => phrase.split(' '))
      return { from: phrases, to: phrases, isTwoWay: true }
    })
