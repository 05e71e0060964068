import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { hives, river, shore, smokeOverForest, village } from './covers/scenes-land.ts'
import { greenhouse, nightBus, planetarium, riverBoat, theatre, tram, trees } from './covers/scenes-town.ts'

// Draws the covers of the demo projects: node bin/launch.mjs tests/pictures/demo-covers.ts. The files are committed; the demo only copies them.

const scenes: Record<string, () => string> = {
  'arhiv-teatra': theatre,
  'bee-hive-monitor': hives,
  'city-tree-census': trees,
  'drone-shoreline-survey': shore,
  'dym-nad-lesom': smokeOverForest,
  'golos-derevni': village,
  'greenhouse-rover': greenhouse,
  'night-bus-planner': nightBus,
  'rechnoy-tramvay': riverBoat,
  'river-sensor-network': river,
  'shkolny-planetariy': planetarium,
  'tram-accessibility-audit': tram,
}

// One width for all, so that the repository stays small.
const WIDTH = 960
const formats: [format: string, encode: (image: Sharp) => Sharp][] = [
  ['avif', (image) => image.avif({ quality: 45, effort: 7 })],
  ['webp', (image) => image.webp({ quality: 44, effort: 6, smartSubsample: true })],
  ['jpg', (image) => image.jpeg({ quality: 34, mozjpeg: true })],
]

const folder = fileURLToPath(new URL('../../demo/world/covers/', import.meta.url))
mkdirSync(folder, { recursive: true })
let all = 0
for (const [slug, draw] of Object.entries(scenes)) {
  const sizes: string[] = []
  for (const [format, encode] of formats) {
    const bytes = await encode(sharp(Buffer.from(draw()), { density: 144 }).resize(WIDTH, (WIDTH / 16) * 9)).toBuffer()
    writeFileSync(`${folder}${slug}.${format}`, bytes)
    sizes.push(`${format} ${(bytes.length / 1024).toFixed(1)}`)
    all += bytes.length
  }
  console.log(slug, sizes.join(', '))
}
console.log(`${(all / 1024).toFixed(0)} KB`)
