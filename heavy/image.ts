import sharp, { type Sharp } from 'sharp'

// Decoding of images of others. Import it only in a process of its own (heavy/job.ts).

const MOST_BYTES_PER_PIXEL = 4 // 16 bits per channel only up to half of the pixels: an interlaced image is decoded as a whole

// Only JPEG, PNG and WebP loaders: the other formats of libvips, such as SVG and PDF, are attack surface.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
sharp.cache(false)
sharp.concurrency(1)

/** The image, not decoded yet; null if it is too large. */
export async function openImage(bytes: Buffer, mostPixels: number): Promise<Sharp | null> {
  const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true })
  const { width, height, channels, depth } = await image.metadata()
  const decodedBytes = width * height * channels * (depth === 'uchar' ? 1 : 2)
  return decodedBytes > mostPixels * MOST_BYTES_PER_PIXEL ? null : image
}

/** Decoded once, into at most `longestSide`; the pixels, some MB, are then encoded in all sizes. `on`: the colour behind what is transparent. */
export async function reducedImage(image: Sharp, longestSide: number, on: string | null) {
  const upright = on === null ? image.autoOrient() : image.autoOrient().flatten({ background: on })
  const reduced = upright.resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true }).toColourspace('srgb')
  const pixels = (on === null ? reduced.ensureAlpha() : reduced.removeAlpha()).raw()
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { width, height, whole: () => sharp(data, { raw: { width, height, channels } }) }
}
