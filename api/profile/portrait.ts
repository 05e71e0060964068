import type { Sharp } from 'sharp'

export const MOST_MEGAPIXELS = 40
const SECONDS = 8
const SMALL = 96
const LARGE = 512

// Loaded with the first picture: most processes never see one.
async function load() {
  const { default: sharp } = await import('sharp')
  // Only these three can be read at all: everything else libvips knows, SVG and PDF among it, is a larger target than a picture is worth.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
  sharp.cache(false)
  return sharp
}
let loaded: ReturnType<typeof load> | undefined

let turn: Promise<unknown> = Promise.resolve()

export type Portraits = { small: Buffer; large: Buffer }

/** Cut square and written anew, without anything the camera said; null when it is no picture we take. One at a time: each may need much memory. */
export function portraitsOf(bytes: Buffer): Promise<Portraits | null> {
  const portraits = turn.then(() => draw(bytes)).catch(() => null)
  turn = portraits
  return portraits
}

async function draw(bytes: Buffer): Promise<Portraits> {
  loaded ??= load()
  const sharp = await loaded
  const large = await square(sharp(bytes, { limitInputPixels: MOST_MEGAPIXELS * 1e6, failOn: 'error', sequentialRead: true }), LARGE)
  return { large, small: await square(sharp(large), SMALL) }
}

const square = (image: Sharp, side: number): Promise<Buffer> =>
  image
    .autoOrient()
    .resize(side, side, { fit: 'cover', position: 'centre' })
    .toColourspace('srgb')
    .webp({ quality: 82 })
    .timeout({ seconds: SECONDS })
    .toBuffer()
