import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { openImage } from '#heavy/image.ts'
import { send, taskOf } from '#heavy/inside.ts'

// Decodes one image, in a process of its own.

type ImageTask = { path: string; mostPixels: number }
export type Sizes = { small: Buffer; large: Buffer }

const SMALL = 96
const LARGE = 512

const { path, mostPixels } = taskOf<ImageTask>()

async function draw(): Promise<Sizes | null> {
  const image = await openImage(await readFile(path), mostPixels)
  if (image === null) return null
  const large = await square(image, LARGE)
  return { large, small: await square(sharp(large), SMALL) }
}

const square = (image: Sharp, side: number): Promise<Buffer> =>
  image.autoOrient().resize(side, side, { fit: 'cover', position: 'centre' }).toColourspace('srgb').webp({ quality: 82 }).toBuffer()

send(await draw().catch(() => null))
