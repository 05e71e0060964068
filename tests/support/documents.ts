import { crc32, deflateSync } from 'node:zlib'

// Small valid documents with deterministic bytes.

const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8')

/** With a byte order mark: without it spreadsheet programs read Cyrillic as Latin-1. */
export const csv = (...rows: (string | number)[][]): Uint8Array => utf8(`\uFEFF${rows.map((row) => row.join(',')).join('\r\n')}\r\n`)

/** One page: a title, some lines and a bar chart. The built-in PDF fonts have Latin letters only. ISO 32000-1 */
export function pdf(title: string, lines: string[], bars: number[] = []): Uint8Array {
  const escaped = (line: string) => line.replace(/[\\()]/g, '\\$&')
  const content = [
    `BT /F2 22 Tf 60 760 Td (${escaped(title)}) Tj ET`,
    ...lines.map((line, index) => `BT /F1 12 Tf 60 ${720 - index * 18} Td (${escaped(line)}) Tj ET`),
    '0.13 0.42 0.55 rg',
    ...bars.map((height, index) => `${60 + index * 44} 120 32 ${height} re f`),
    '0.3 0.3 0.3 RG 60 119 m 535 119 l S',
  ].join('\n')
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> /Contents 6 0 R >>',
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Title (${escaped(title)}) /Producer (Projectory) >>`,
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(`${body}xref\n0 ${size}\n0000000000 65535 f \n${rows}${trailer}`, 'latin1')
}

type Colour = [red: number, green: number, blue: number]

/** A poster of 480 × 640: a sky that darkens upwards and hills, one per height given. RFC 2083 */
export function poster(sky: Colour, ground: Colour, hills: number[]): Uint8Array {
  const [width, height] = [480, 640]
  const pixels = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const depth = hills.filter((top, index) => y > height - top - 40 * Math.sin(x / 70 + index * 1.7)).length
      const light = depth ? 0.55 + (0.45 * (hills.length - depth)) / hills.length : 0.6 + (0.4 * y) / height
      const colour = depth ? ground : sky
      for (let c = 0; c < 3; c++) pixels[y * (width * 3 + 1) + 1 + x * 3 + c] = Math.round(colour[c]! * light)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(named.length + 8)
  out.writeUInt32BE(data.length, 0)
  out.set(named, 4)
  out.writeUInt32BE(crc32(named), named.length + 4)
  return out
}
