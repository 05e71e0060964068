import { readFile } from 'node:fs/promises'
import { openImage, reducedImage } from '#heavy/image.ts'
import { send, taskOf } from '#heavy/inside.ts'
import type { LogoKind } from './logo-view.ts'

// Makes the images of one logo, in a process of its own.

type LogoTask = { path: string; mostPixels: number; leastSide: number }
export type LogoImages = { width: number; height: number; images: { kind: LogoKind; bytes: Buffer }[] }

const SHOWN = { width: 480, height: 120 } // at most: the header is 40 pixels high, on screens with three pixels for one
const LONGEST_SIDE = 1024
const icons: { kind: LogoKind; side: number; padding: number; isOpaque: boolean }[] = [
  { kind: '32', side: 32, padding: 0, isOpaque: false },
  { kind: '180', side: 180, padding: 0.1, isOpaque: true }, // iOS draws transparency black
  { kind: '192', side: 192, padding: 0, isOpaque: false },
  { kind: '512', side: 512, padding: 0, isOpaque: false },
  { kind: 'maskable', side: 512, padding: 0.2, isOpaque: true }, // a circle of 80 % stays visible
]

const { path, mostPixels, leastSide } = taskOf<LogoTask>()

async function draw(): Promise<LogoImages | 'too small' | null> {
  const image = await openImage(await readFile(path), mostPixels)
  if (image === null) return null
  const { width, height, whole } = await reducedImage(image, LONGEST_SIDE, null)
  if (Math.min(width, height) < leastSide) return 'too small'
  const shown = await whole()
    .resize({ ...SHOWN, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
  const images: LogoImages['images'] = [{ kind: 'logo', bytes: shown.data }]
  for (const { kind, side, padding, isOpaque } of icons) {
    const inner = Math.round(side * (1 - padding))
    const [before, after] = [Math.floor((side - inner) / 2), Math.ceil((side - inner) / 2)]
    const background = { r: 255, g: 255, b: 255, alpha: isOpaque ? 1 : 0 }
    const drawn = isOpaque ? whole().flatten({ background }) : whole()
    const square = drawn
      .resize(inner, inner, { fit: 'contain', background })
      .extend({ top: before, bottom: after, left: before, right: after, background })
    images.push({ kind, bytes: await square.png({ compressionLevel: 9 }).toBuffer() })
  }
  return { width: shown.info.width, height: shown.info.height, images }
}

send(await draw().catch(() => null))
