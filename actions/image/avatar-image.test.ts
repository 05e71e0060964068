import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { greyPng } from '#tests/support/sample/png.ts'
import { forEachCase, sample, test as slowTest } from '#tests/support/tier.ts'
import { createImages } from './images.ts'

const { avatars } = createImages()
let folder: string
let person = 0
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'avatar-'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function fileOf(bytes: Buffer): Promise<string> {
  const path = join(folder, randomUUID())
  await writeFile(path, bytes)
  return path
}
const avatarImagesOf = async (bytes: Buffer) => avatars.make(++person, await fileOf(bytes))

// Red above green on the left, blue on the right, to detect the orientation.
const striped = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } }).composite([
    { input: { create: { width, height: height / 2, channels: 3, background: 'lime' } }, top: height / 2, left: 0 },
  ])
const about = async (bytes: Buffer) => {
  const { format, width, height, exif, icc, xmp, orientation } = await sharp(bytes).metadata()
  return { format, width, height, metadata: exif ?? icc ?? xmp ?? orientation }
}
async function colourAt(bytes: Buffer, left: number, top: number): Promise<string> {
  const [r = 0, g = 0] = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
  return r > 200 && g < 80 ? 'red' : g > 200 && r < 80 ? 'green' : `${r} ${g}`
}

const sizes = [
  [800, 600],
  [300, 900],
  [40, 40],
  [1, 1000],
] as const

forEachCase(
  sizes.flatMap(([width, height]) => (['jpeg', 'png', 'webp'] as const).map((format) => ({ format, width, height }))),
  ({ format, width, height }) => `${format} of ${width} × ${height} is converted to two square WebP images`,
  async ({ format, width, height }) => {
    const image = sharp({ create: { width, height, channels: 3, background: 'teal' } }).toFormat(format)
    const { large, small } = (await avatarImagesOf(await image.toBuffer()))!
    assert.deepEqual(await about(large), { format: 'webp', width: 512, height: 512, metadata: undefined })
    assert.deepEqual(await about(small), { format: 'webp', width: 96, height: 96, metadata: undefined })
  },
  { part: 4 },
)

test('EXIF orientation is applied and metadata is removed', async () => {
  const exif = { IFD0: { Copyright: 'zqxsecretzqx' }, IFD3: { GPSLatitude: '51/1 30/1 3230/100' } }
  const bytes = await striped(400, 400).jpeg().withExif(exif).withMetadata({ orientation: 3 }).toBuffer()
  assert.ok(bytes.includes('Exif'))
  const avatarImages = await avatarImagesOf(bytes)
  for (const portrait of [avatarImages!.large, avatarImages!.small]) {
    const { width } = await sharp(portrait).metadata()
    assert.equal(await colourAt(portrait, width / 2, 4), 'green', 'turned by half')
    assert.equal((await about(portrait)).metadata, undefined)
    assert.ok(!portrait.includes('zqxsecretzqx') && !portrait.includes('Exif') && !portrait.includes('EXIF'))
  }
})

test('the image is cropped to the centre without distortion', async () => {
  const wide = await sharp({ create: { width: 900, height: 300, channels: 3, background: 'red' } })
    .composite([{ input: { create: { width: 300, height: 300, channels: 3, background: 'lime' } }, left: 300, top: 0 }])
    .png()
    .toBuffer()
  const { large } = (await avatarImagesOf(wide))!
  for (const [x, y] of [
    [3, 3],
    [508, 508],
    [256, 256],
  ] as const)
    assert.equal(await colourAt(large, x, y), 'green')
})

test('scripts and archives appended to the image are removed', async () => {
  const png = await striped(64, 64).png().toBuffer()
  const avatarImages = await avatarImagesOf(Buffer.concat([png, Buffer.from('<script>alert(1)</script>PK\x03\x04')]))
  assert.ok(avatarImages === null || !avatarImages.large.includes('<script>'))
})

test('other formats, documents and corrupt files are refused', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><rect width="50" height="50" fill="red"/></svg>'
  const jpeg = await striped(300, 300).jpeg().toBuffer()
  const bad: Record<string, Buffer> = {
    svg: Buffer.from(svg),
    'svg with a head': Buffer.from(`<?xml version="1.0"?>\n${svg}`),
    gif: await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .gif()
      .toBuffer(),
    tiff: await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .tiff()
      .toBuffer(),
    avif: await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .avif()
      .toBuffer(),
    pdf: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF'),
    text: Buffer.from('hello'),
    nothing: Buffer.alloc(0),
    'half a picture': jpeg.subarray(0, jpeg.length / 3),
    'the head of a PNG': greyPng(10, 10).subarray(0, 40),
  }
  for (const [name, bytes] of sample(Object.entries(bad), ([name]) => name)) assert.equal(await avatarImagesOf(bytes), null, name)
})

test('a decompression bomb of 196 megapixels is refused without decoding', async () => {
  const bomb = greyPng(14_000, 14_000, 1)
  assert.ok(bomb.length < 600_000)
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 2)
  assert.equal(await avatarImagesOf(bomb), null)
  clearInterval(timer)
  most = Math.max(most, process.memoryUsage.rss())
  assert.ok(most - before < 100 * 1024 * 1024, `${Math.round((most - before) / 1e6)} MB more`)
  assert.equal(await avatarImagesOf(greyPng(6400, 6400, 1)), null, 'just above the limit')
  assert.notEqual(await avatarImagesOf(greyPng(6300, 6300, 1)), null, 'just below it')
})

slowTest('an image with 16 bits per channel may have half of the pixels', async () => {
  const deep = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0.5 } } })
      .toColourspace('rgb16')
      .png({ compressionLevel: 1 })
      .toBuffer()
  assert.equal(await avatarImagesOf(await deep(4500)), null, '162 MB decoded')
  assert.notEqual(await avatarImagesOf(await deep(400)), null)
})

slowTest('a failed image does not affect the next one', async () => {
  const good = await striped(64, 64).png().toBuffer()
  const answers = await Promise.all([
    avatarImagesOf(Buffer.from('x')),
    avatarImagesOf(good),
    avatarImagesOf(Buffer.alloc(9)),
    avatarImagesOf(good),
  ])
  assert.deepEqual(
    answers.map((answer) => answer !== null),
    [false, true, false, true],
  )
})
