import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { send, taskOf } from '#heavy/inside.ts'

// Decodes one image, in a process of its own.

export type ImageTask = { path: string; mostPixels: number }
export type Sizes = { small: Buffer; large: Buffer }

const SMALL = 96
const LARGE = 512
const MOST_BYTES_PER_PIXEL = 4 // 16 bits per channel only up to half of the pixels: an interlaced image is decoded as a whole

// Only JPEG, PNG and WebP loaders: the other formats of libvips, such as SVG and PDF, are attack surface.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
sharp.cache(false)
sharp.concurrency(1)

const { path, mostPixels } = taskOf<ImageTask>()

async function draw(): Promise<Sizes | null> {
  const bytes = await readFile(path)
  const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true })
  const { width, height, channels, depth } = await image.metadata()
  if (width * height * channels * (depth === 'uchar' ? 1 : 2) > mostPixels * MOST_BYTES_PER_PIXEL) return null
  const large = await square(image, LARGE)
  return { large, small: await square(sharp(large), SMALL) }
}

const square = (image: Sharp, side: number): Promise<Buffer> =>
  image.autoOrient().resize(side, side, { fit: 'cover', position: 'centre' }).toColourspace('srgb').webp({ quality: 82 }).toBuffer()

send(await draw().catch(() => null))
