import type { Synonym } from '#contract/vocabulary/synonym.ts'
import { synonymTitle } from '#rules/console/synonym.ts'
import { matchKey } from '#rules/project/project.ts'
import { echo } from '#rules/text/text.ts'

/** For headings, buttons and messages. */
export const shortTitle = ({ words, expandsTo = [] }: Pick<Synonym, 'words'> & Partial<Synonym>): string =>
  echo(synonymTitle({ words, expandsTo }))

/** Entries with this text in one of their words. */
export function matching<T extends Synonym>(entries: readonly T[], text: string): T[] {
  const key = matchKey(text)
  return entries.filter(({ words, expandsTo }) => [...words, ...expandsTo].some((word) => matchKey(word).includes(key)))
}
