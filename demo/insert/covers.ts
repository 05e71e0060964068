import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { TransactionSql } from '#database/sql.ts'
import { demo } from '#demo/data.ts'
import { type Ids, idOf, instant, type World } from '#demo/world.ts'
import { putCover } from '#store/project/cover.ts'

// Covers of some demo projects, drawn by tests/pictures/demo-covers.ts. The others show the generated cover.

const demoCovers = demo.projects
  .flatMap(({ slug, cover }) => (cover ? [{ slug, ...cover }] : []))
  .toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
const formats = ['avif', 'webp', 'jpg'] as const
const widths = [480, 960, 1440]

type StoredBytes = { sha256: string; size: number }
type CoverBytes = Record<(typeof formats)[number], StoredBytes>

/** The bytes of the covers, in the order of the list. */
export const storeCovers = ({ storeFile }: World): Promise<CoverBytes[]> =>
  Promise.all(
    demoCovers.map(async ({ slug }) => {
      const stored = formats.map(
        async (format) => [format, await storeFile(readFileSync(new URL(`../world/covers/${slug}.${format}`, import.meta.url)))] as const,
      )
      return Object.fromEntries(await Promise.all(stored)) as CoverBytes
    }),
  )

// One picture of 960 pixels for all widths: more would make the repository large, or the first start slow.
export async function insertCovers(sql: TransactionSql, world: World, stored: CoverBytes[], projects: Ids): Promise<void> {
  for (const [index, { slug, thumbHash, alt }] of demoCovers.entries()) {
    const bytes = stored[index]!
    const images = widths.flatMap((width) => formats.map((format) => ({ kind: `${width}.${format}`, ...bytes[format] })))
    const hash = createHash('sha256').update(`${bytes.avif.sha256}${bytes.webp.sha256}${bytes.jpg.sha256}`).digest('hex').slice(0, 32)
    const cover = { hash, alt, thumbHash, focalX: 50, focalY: 50, images: [{ kind: 'source', ...bytes.webp }, ...images] }
    await putCover(sql, idOf(projects, slug), cover, instant(world, -1, index))
  }
}
