import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import sharp from 'sharp'
import { thumbHashToAverageRGBA } from 'thumbhash'
import { coverWidths } from '#rules/project/cover-address.ts'
import { greyPng } from '#tests/support/sample/png.ts'
import { sample, test, testPart } from '#tests/support/tier.ts'
import { createImages } from './images.ts'

const { covers } = createImages()
const centre = { focalX: 50, focalY: 50 }
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cover-'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function coverOf(bytes: Buffer, focal = centre) {
  const path = join(folder, randomUUID())
  await writeFile(path, bytes)
  return covers.make(1, path, focal)
}

// Red on the left or above, blue in the middle, green on the right or below.
const striped = (width: number, height: number) => {
  const isWide = width > height
  const stripe = (background: string, part: number) => ({
    input: {
      create: {
        width: isWide ? Math.round(width / 3) : width,
        height: isWide ? height : Math.round(height / 3),
        channels: 3 as const,
        background,
      },
    },
    left: isWide ? Math.floor((width * part) / 3) : 0,
    top: isWide ? 0 : Math.floor((height * part) / 3),
  })
  return sharp({ create: { width, height, channels: 3, background: 'blue' } }).composite([stripe('red', 0), stripe('lime', 2)])
}
async function colourAt(bytes: Buffer, left: number, top: number): Promise<string> {
  const [r = 0, g = 0, b = 0] = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
  const names = { red: r, green: g, blue: b }
  return Object.entries(names).toSorted(([, one], [, other]) => other - one)[0]![0]
}
const imageOf = (made: Awaited<ReturnType<typeof coverOf>>, kind: string) => made!.images.find((one) => one.kind === kind)!.bytes

testPart('three widths in three formats are made, 16:9, without metadata, and the whole picture is kept', async () => {
  const exif = { IFD0: { Copyright: 'zqxsecretzqx' }, IFD3: { GPSLatitude: '51/1 30/1 3230/100' } }
  const bytes = await striped(1000, 800).jpeg().withExif(exif).toBuffer()
  assert.ok(bytes.includes('zqxsecretzqx'))
  const made = await coverOf(bytes)
  assert.match(made!.hash, /^[0-9a-f]{32}$/)
  for (const { kind, bytes } of made!.images) {
    const { width, height, exif, icc, xmp, orientation } = await sharp(bytes).metadata()
    assert.deepEqual([exif, icc, xmp, orientation], [undefined, undefined, undefined, undefined], kind)
    assert.ok(!bytes.includes('zqxsecretzqx'), kind)
    if (kind === 'source') assert.deepEqual([width, height], [1000, 800])
    else assert.deepEqual([width, (width * 9) / 16], [Number(kind.split('.')[0]), height], kind)
  }
  const kinds = coverWidths.flatMap((width) => ['avif', 'webp', 'jpg'].map((format) => `${width}.${format}`))
  assert.deepEqual(
    made!.images.map(({ kind }) => kind),
    ['source', ...kinds],
  )
  const formats = await Promise.all(
    ['480.avif', '480.webp', '480.jpg'].map(async (kind) => (await sharp(imageOf(made, kind)).metadata()).format),
  )
  assert.deepEqual(formats, ['heif', 'webp', 'jpeg'])
})

testPart('the part around the focal point is cut out', async () => {
  const cases = [
    [[1600, 400], { focalX: 0, focalY: 50 }, 'red'],
    [[1600, 400], { focalX: 100, focalY: 50 }, 'green'],
    [[400, 1600], { focalX: 50, focalY: 100 }, 'green'],
  ] as const
  for (const [size, focal, colour] of sample(cases, (one) => JSON.stringify(one))) {
    const bytes = await striped(size[0], size[1]).png().toBuffer()
    assert.equal(await colourAt(imageOf(await coverOf(bytes, focal), '480.jpg'), 240, 135), colour)
  }
})

testPart('EXIF orientation is applied before the picture is cropped', async () => {
  const bytes = await striped(400, 1200).jpeg().withMetadata({ orientation: 3 }).toBuffer()
  const made = await coverOf(bytes, { focalX: 50, focalY: 0 })
  assert.equal(await colourAt(imageOf(made, '480.webp'), 240, 20), 'green')
})

test('the same picture has the same hash, another part of it another one', async () => {
  const bytes = await striped(1200, 400).png().toBuffer()
  const [one, again] = [await coverOf(bytes), await coverOf(bytes)]
  assert.equal(one!.hash, again!.hash)
  const other = await coverOf(bytes, { focalX: 0, focalY: 50 })
  assert.notEqual(other!.hash, one!.hash)
  const source = imageOf(one, 'source')
  const cutAgain = await covers.make(1, source, { focalX: 0, focalY: 50 })
  assert.deepEqual(imageOf(cutAgain, 'source'), source, 'the whole picture is not encoded again')
  assert.equal(await colourAt(imageOf(cutAgain, '480.jpg'), 20, 135), 'red')
})

test('the ThumbHash has the colour of the picture, and transparency becomes white', async () => {
  const plain = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#204080' } })
    .png()
    .toBuffer()
  const { r, g, b } = thumbHashToAverageRGBA(Buffer.from((await coverOf(plain))!.thumbHash, 'base64'))
  for (const [found, expected] of [
    [r, 0x20],
    [g, 0x40],
    [b, 0x80],
  ] as const)
    assert.ok(Math.abs(found * 255 - expected) < 12, `${found * 255} instead of ${expected}`)
  const clear = await sharp({ create: { width: 640, height: 360, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toBuffer()
  const [white] = await sharp(imageOf(await coverOf(clear), '480.jpg'))
    .raw()
    .toBuffer()
  assert.ok(white! > 250)
})

test('small, narrow and tiny pictures are accepted, large ones are reduced', async () => {
  const cases = [
    [1, 1, [1, 1]],
    [20, 3000, [16, 2400]],
    [4800, 2700, [2400, 1350]],
  ] as const
  for (const [width, height, whole] of sample(cases, ([width]) => `${width} wide`)) {
    const made = await coverOf(
      await sharp({ create: { width, height, channels: 3, background: 'teal' } })
        .png()
        .toBuffer(),
    )
    const size = await sharp(imageOf(made, 'source')).metadata()
    assert.deepEqual([size.width, size.height], whole, `${width}×${height}`)
    assert.equal((await sharp(imageOf(made, '1440.webp')).metadata()).height, 810)
  }
})

test('other formats, documents, corrupt files and bombs are refused', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><rect width="50" height="50" fill="red"/></svg>'
  const jpeg = await striped(600, 300).jpeg().toBuffer()
  const square = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  const bad: Record<string, Buffer> = {
    svg: Buffer.from(svg),
    gif: await square.clone().gif().toBuffer(),
    tiff: await square.clone().tiff().toBuffer(),
    avif: await square.clone().avif().toBuffer(),
    pdf: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF'),
    text: Buffer.from('hello'),
    nothing: Buffer.alloc(0),
    'half a picture': jpeg.subarray(0, jpeg.length / 3),
    'the head of a PNG': greyPng(10, 10).subarray(0, 40),
    '196 megapixels': greyPng(14_000, 14_000, 1),
    'just above the limit': greyPng(6400, 6400, 1),
  }
  for (const [name, bytes] of sample(Object.entries(bad), ([name]) => name)) assert.equal(await coverOf(bytes), null, name)
  assert.notEqual(await coverOf(greyPng(6300, 6300, 1)), null, 'just below it')
})

test('a person who sends many pictures at once is refused', async () => {
  const bytes = await striped(300, 200).png().toBuffer()
  const answers = await Promise.allSettled([coverOf(bytes), coverOf(bytes), coverOf(bytes)])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), ['fulfilled', 'fulfilled', 'rejected'])
  const refused = answers.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  assert.equal(refused.reason.code, 'too_many_jobs')
})
