import { thumbHashToRGBA } from 'thumbhash'
import { coverOf } from '#rules/cover.ts'

// Drawing of covers, in a chunk of its own: the first screen is readable without it.

export const generatedCover = (slug: string, tags: readonly string[]): string =>
  `data:image/svg+xml,${encodeURIComponent(coverOf(slug, tags))}`

/** A blurred preview of a picture, as a background. */
export function blurOf(thumbHash: string): string {
  const { w: width, h: height, rgba } = thumbHashToRGBA(Uint8Array.from(atob(thumbHash), (char) => char.charCodeAt(0)))
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('2d')!.putImageData(new ImageData(new Uint8ClampedArray(rgba), width, height), 0, 0)
  return `url(${canvas.toDataURL()})`
}
