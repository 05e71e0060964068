import type { Cover, EditedCover } from '#contract/cover.ts'

// The addresses of an uploaded cover follow from its hash.

export type HashedCover = { hash: string; alt: string; thumbHash: string; focalX: number; focalY: number }

export const coverWidths = [480, 960, 1440] as const
export const coverHeight = (width: number): number => (width / 16) * 9

export function coverAt({ hash, alt, thumbHash }: HashedCover, apiUrl: string): Cover {
  const at = (width: number, format: string) => `${apiUrl}/cover/${hash}-${width}.${format}`
  return {
    url: at(960, 'jpg'),
    width: 960,
    height: coverHeight(960),
    alt,
    thumbHash,
    sources: coverWidths.map((width) => ({ width, avif: at(width, 'avif'), webp: at(width, 'webp'), jpeg: at(width, 'jpg') })),
  }
}

export const editedCoverAt = (cover: HashedCover, apiUrl: string): EditedCover => ({
  ...coverAt(cover, apiUrl),
  focalX: cover.focalX,
  focalY: cover.focalY,
  sourceUrl: `${apiUrl}/cover/${cover.hash}-source.webp`,
})
