import type { Sharp } from 'sharp'

export const MOST_MEGAPIXELS = 40
const SECONDS = 8
const SMALL = 96
const LARGE = 512

// Loaded with the first image: most processes never handle one.
async function load() {
  const { default: sharp } = await import('sharp')
  // Only JPEG, PNG and WebP loaders: the other formats of libvips, such as SVG and PDF, are attack surface.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
  sharp.cache(false)
  return sharp
}
export type AvatarImages = ReturnType<typeof createAvatarImages>
type Sizes = { small: Buffer; large: Buffer }

export function createAvatarImages() {
  let loaded: ReturnType<typeof load> | undefined
  let queue: Promise<unknown> = Promise.resolve()
  return {
    /** Cropped square and re-encoded, without metadata; null if the image is not accepted. One at a time: each may need much memory. */
    make(bytes: Buffer): Promise<Sizes | null> {
      const sizes = queue
        .then(() => {
          loaded ??= load()
          return loaded
        })
        .then((sharp) => draw(sharp, bytes))
        .catch(() => null)
      queue = sizes
      return sizes
    },
  }
}

async function draw(sharp: Awaited<ReturnType<typeof load>>, bytes: Buffer): Promise<Sizes> {
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
