import { readFile } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { openImage, reducedImage } from '#heavy/image.ts'
import { onMessage, send, taskOf } from '#heavy/inside.ts'
import { coverHeight, coverWidths } from '#rules/project/cover-address.ts'
import { cropOf, type Focal } from '#rules/project/cover-change.ts'

// Makes the images of one cover, in a process of its own.

/** Without a path, the bytes follow as a message. */
type CoverTask = Focal & { path: string | null; mostPixels: number }
export type CoverImages = { thumbHash: string; images: { kind: string; bytes: Buffer }[] }

const LONGEST_SIDE = 2400 // of the whole picture that is kept
const THUMB = { width: 96, height: 54 }

const { path, mostPixels, ...focal } = taskOf<CoverTask>()

async function draw(given: Buffer): Promise<CoverImages | null> {
  const image = await openImage(given, mostPixels)
  if (image === null) return null
  const { width, height, whole } = await reducedImage(image, LONGEST_SIDE, '#fff')
  const area = cropOf({ width, height }, focal)
  const cut = (side: { width: number; height: number }) =>
    whole()
      .extract(area)
      .resize({ ...side, fit: 'fill', kernel: 'lanczos3' })
  // A picture that is cropped again is not encoded again, so that it does not lose quality.
  const images = [{ kind: 'source', bytes: path === null ? given : await whole().webp({ quality: 88 }).toBuffer() }]
  for (const width of coverWidths)
    for (const [format, encode] of Object.entries(formats))
      images.push({ kind: `${width}.${format}`, bytes: await encode(cut({ width, height: coverHeight(width) })).toBuffer() })
  const pixels = await cut(THUMB).ensureAlpha().raw().toBuffer()
  return { thumbHash: Buffer.from(rgbaToThumbHash(THUMB.width, THUMB.height, pixels)).toString('base64'), images }
}

const formats: Record<string, (image: Sharp) => Sharp> = {
  avif: (image) => image.avif({ quality: 55, effort: 1 }),
  webp: (image) => image.webp({ quality: 78, effort: 3 }),
  jpg: (image) => image.jpeg({ quality: 80, mozjpeg: true }),
}

const answer = async (bytes: Promise<Buffer> | Buffer) => send(await draw(await bytes).catch(() => null))
if (path === null) onMessage((bytes: Uint8Array) => void answer(Buffer.from(bytes)))
else await answer(readFile(path))
