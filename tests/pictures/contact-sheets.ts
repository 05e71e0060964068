import { globSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

// Contact sheets of the screenshots: one picture per screen with all of its variants, for comparing widths, themes and languages.

const TILE = { width: 480, height: 360, gap: 12 }
const COLUMNS = 4
const PER_SHEET = 12
const VARIANT = /-(phone|tablet|wide)-(light|dark)(-(en|ru))?$/

/** Writes `sheets/<screen>.png` below the folder of the screenshots. */
export async function makeContactSheets(folder: string): Promise<void> {
  const screens = new Map<string, string[]>()
  for (const file of globSync('*.png', { cwd: folder }).toSorted()) {
    const name = file.replace(/\.png$/, '')
    const screen = name.replace(VARIANT, '')
    if (screen !== name) screens.set(screen, [...(screens.get(screen) ?? []), file])
  }
  mkdirSync(join(folder, 'sheets'), { recursive: true })
  for (const [screen, files] of screens) await makeSheet(folder, screen, files.slice(0, PER_SHEET))
}

async function makeSheet(folder: string, screen: string, files: string[]): Promise<void> {
  const { width, height, gap } = TILE
  const rows = Math.ceil(files.length / COLUMNS)
  const tiles = files.map(async (file, index) => ({
    input: await sharp(join(folder, file)).resize({ width, height, fit: 'contain', position: 'top', background: '#888' }).toBuffer(),
    left: gap + (index % COLUMNS) * (width + gap),
    top: gap + Math.floor(index / COLUMNS) * (height + gap),
  }))
  const size = { width: gap + COLUMNS * (width + gap), height: gap + rows * (height + gap) }
  await sharp({ create: { ...size, channels: 3, background: '#888' } })
    .composite(await Promise.all(tiles))
    .png()
    .toFile(join(folder, 'sheets', `${screen}.png`))
}
