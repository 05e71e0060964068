import { matchKey } from '#rules/project/project.ts'
import { readLine } from '#rules/text/text.ts'
import { nearKey, suggest } from '#spreadsheet/column/suggest.ts'

// Projects in a cell: by slug, otherwise by name.

export type NamedSlug = { slug: string; id: number; name: string; isFormer: boolean }
export type FoundProject = { id: number } | 'unknown' | 'several'

export function projectFinder(slugs: readonly NamedSlug[]) {
  const bySlug = new Map(slugs.map(({ slug, id }) => [slug, id]))
  const current = slugs.filter(({ isFormer }) => !isFormer)
  const slugOf = new Map(current.map(({ id, slug }) => [id, slug]))
  const byName = Map.groupBy(current, ({ name }) => name.trim())
  const byKey = Map.groupBy(current, ({ name }) => matchKey(name))
  const byNear = Map.groupBy(current, ({ name }) => nearKey(name))
  const idsNamed = (text: string): number[] =>
    (
      byName.get(text.trim()) ??
      byName.get(readLine(text) ?? '') ??
      byKey.get(matchKey(text)) ??
      byNear.get(nearKey(text) || '\0') ??
      []
    ).map(({ id }) => id)
  return {
    slugOf,
    find(text: string): FoundProject {
      const id = bySlug.get(text.trim())
      if (id !== undefined) return { id }
      const ids = idsNamed(text)
      return ids.length === 0 ? 'unknown' : ids.length === 1 ? { id: ids[0]! } : 'several'
    },
    /** Every project that the text may mean. */
    ids(text: string): number[] {
      const id = bySlug.get(text.trim())
      return id === undefined ? idsNamed(text) : [id]
    },
    /** The name of a project whose name differs in case, spaces, ё or punctuation only. */
    near: (name: string): string | undefined => byNear.get(nearKey(name) || '\0')?.[0]?.name,
    suggest: (text: string): string[] =>
      suggest(
        text,
        current.map(({ name }) => name),
      ),
  }
}
