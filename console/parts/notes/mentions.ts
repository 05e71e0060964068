import type { Mention } from '#contract/console/note.ts'
import { splitMentions } from '#rules/console/note.ts'
import { type Block, readMarkdown } from '#rules/text/markdown.ts'
import type { Inline } from '#rules/text/markdown-inline.ts'

/** Parses Markdown; "@login" of these people becomes their name. */
export const markMentions =
  (people: Mention[]) =>
  (text: string): Block[] => {
    const names = new Map(people.map(({ login, name }) => [login, name]))
    const logins = [...names.keys()]
    const marked = (part: string): Inline[] =>
      splitMentions(part, logins).map(({ text, login }) => (login === null ? text : { type: 'mention', name: names.get(login)!, login }))
    // Texts are the strings in lists; other strings are properties such as addresses and code.
    const walk = (node: unknown): unknown => {
      if (Array.isArray(node)) return node.flatMap((one) => (typeof one === 'string' ? marked(one) : [walk(one)]))
      if (node === null || typeof node !== 'object') return node
      return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, walk(value)]))
    }
    return walk(readMarkdown(text)) as Block[]
  }

/** Whose name or login begins with what was typed; a later word of the name counts too. */
export function matchingPeople(people: Mention[], typed: string): Mention[] {
  const fold = (text: string) => text.toLowerCase().replaceAll('ё', 'е')
  const start = fold(typed)
  return people.filter(
    ({ login, name }) =>
      login.startsWith(start) ||
      fold(name)
        .split(/\s+/)
        .some((word) => word.startsWith(start)),
  )
}
