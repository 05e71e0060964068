import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, createDeflate, deflateSync } from 'node:zlib'

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A grey image with `bits` per pixel: any dimensions in few bytes. */
export function greyPng(width: number, height: number, bits: 1 | 8 = 8): Buffer {
  const row = Math.ceil((width * bits) / 8) + 1
  return pngOf(width, height, [bits, 0, 0, 0, 0], deflateSync(Buffer.alloc(row * height), { level: 1 }))
}

// The first pixel and the steps of the seven passes of an interlaced image (Adam7).
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** An image that is decoded as a whole, with four bytes per pixel: grey and alpha of 16 bits each. */
export async function interlacedPng(side: number): Promise<Buffer> {
  const partOf = (start: number, step: number): number => Math.ceil((side - start) / step)
  let size = passes.reduce((sum, [x, y, dx, dy]) => sum + partOf(y, dy) * (partOf(x, dx) * 4 + 1), 0)
  const zeros = Buffer.alloc(1024 * 1024)
  function* parts(): Generator<Buffer> {
    for (; size > 0; size -= zeros.length) yield zeros.subarray(0, Math.min(size, zeros.length))
  }
  const data = await buffer(Readable.from(parts()).pipe(createDeflate({ level: 1 })))
  return pngOf(side, side, [16, 4, 0, 0, 1], data)
}

function pngOf(width: number, height: number, about: number[], data: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set(about, 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
