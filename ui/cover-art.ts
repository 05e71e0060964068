import { thumbHashToDataURL } from 'thumbhash'
import { coverOf } from '#rules/cover.ts'

// Drawing of covers, in a chunk of its own: the first screen is readable without it.

export const generatedCover = (slug: string, tags: readonly string[]): string =>
  `data:image/svg+xml,${encodeURIComponent(coverOf(slug, tags))}`

/** A blurred picture as the value of `background-image`. */
export const blurredCover = (thumbHash: string): string =>
  `url(${thumbHashToDataURL(Uint8Array.from(atob(thumbHash), (char) => char.charCodeAt(0)))})`
