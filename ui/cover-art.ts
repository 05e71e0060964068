import { thumbHashToAverageRGBA } from 'thumbhash'
import { coverOf } from '#rules/cover.ts'

// Drawing of covers, in a chunk of its own: the first screen is readable without it.

export const generatedCover = (slug: string, tags: readonly string[]): string =>
  `data:image/svg+xml,${encodeURIComponent(coverOf(slug, tags))}`

/** The average colour of a picture. The blurred picture would need another KB of script. */
export function colourOf(thumbHash: string): string {
  const { r, g, b } = thumbHashToAverageRGBA(Uint8Array.from(atob(thumbHash), (char) => char.charCodeAt(0)))
  return `rgb(${[r, g, b].map((part) => Math.round(part * 255)).join(' ')})`
}
