import type { Highlights } from '#contract/project.ts'

// Passages of a text that match the search.

export function Marked({ text, ranges = [] }: { text: string; ranges?: Highlights['name'] }) {
  let end = 0
  const parts = ranges.flatMap(([from = 0, to = 0]) => {
    const before = text.slice(end, from)
    end = to
    return [before, <mark key={from}>{text.slice(from, to)}</mark>]
  })
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}
