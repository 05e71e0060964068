import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { TransactionSql } from '#database/sql.ts'
import { putCover } from '#store/project/cover.ts'
import { type Ids, idOf, instant, type World } from './world.ts'

// Covers of some demo projects, drawn by tests/pictures/demo-covers.ts. The others show the generated cover.

const demoCovers = [
  { slug: 'arhiv-teatra', thumbHash: 'GokKDIwHp4iGeHhyi3j4go+vqA==', alt: 'Сцена с красным занавесом, театральные маски и коробки архива' },
  {
    slug: 'bee-hive-monitor',
    thumbHash: 'a7gNNIJ4h4h/h3h2iHeJgOfBCA==',
    alt: 'Three colourful bee hives in a meadow, with bees above the flowers',
  },
  {
    slug: 'city-tree-census',
    thumbHash: 'KtgNHIKIZ4h/iHh5h4iHY6AGFg==',
    alt: 'A street with five numbered trees and a volunteer with a phone',
  },
  {
    slug: 'drone-shoreline-survey',
    thumbHash: 'K6cJHIaFaYe/d4hUiIbA5QZsjg==',
    alt: 'A drone above the sea, in front of a cliff with a lighthouse',
  },
  { slug: 'dym-nad-lesom', thumbHash: 'oRgaJIh4h4ePd3eGh3d4j4f3WA==', alt: 'Столб дыма над хвойным лесом и наблюдательная вышка' },
  { slug: 'golos-derevni', thumbHash: '1QYGFIJ1Woh3iJdweIh2cHgHRw==', alt: 'Деревенские дома с горящими окнами под ночным небом' },
  { slug: 'greenhouse-rover', thumbHash: 'btgRJIZoiHePeHdzeHiWcHgHtg==', alt: 'A small robot between tomato plants in a greenhouse' },
  {
    slug: 'night-bus-planner',
    thumbHash: '1QcKJIIkeIiAjIdweYwmgGYCaA==',
    alt: 'A yellow bus in a town at night, under street lamps and a moon',
  },
  { slug: 'rechnoy-tramvay', thumbHash: 'bMcJHIZoh3iPiId2d4lZiJByCA==', alt: 'Речной трамвай на реке перед мостом и городом' },
  {
    slug: 'river-sensor-network',
    thumbHash: 'YggSRJBneYePeHeIeHeIf4r3dw==',
    alt: 'A river between mountains at sunset, with three measuring buoys',
  },
  {
    slug: 'shkolny-planetariy',
    thumbHash: 'kxYGDIIJVbahW3WBh2krrY8qCA==',
    alt: 'Купол планетария с телескопом под звёздным небом с планетами',
  },
  {
    slug: 'tram-accessibility-audit',
    thumbHash: 'IQcOFIJHWIh3iXiAeYlGcHQFtw==',
    alt: 'A tram at a stop in the evening, and a wheelchair user',
  },
]
const formats = ['avif', 'webp', 'jpg'] as const
const widths = [480, 960, 1440]

type StoredBytes = { sha256: string; size: number }
type CoverBytes = Record<(typeof formats)[number], StoredBytes>

/** The bytes of the covers, in the order of the list. */
export const storeCovers = ({ storeFile }: World): Promise<CoverBytes[]> =>
  Promise.all(
    demoCovers.map(async ({ slug }) => {
      const stored = formats.map(
        async (format) => [format, await storeFile(readFileSync(new URL(`./covers/${slug}.${format}`, import.meta.url)))] as const,
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
