import { crc32, deflateRawSync } from 'node:zlib'

const VERSION = 20 // 2.0, the first with deflate
const UTF8_NAMES = 0x0800
const DEFLATE = 8
const FIRST_DOS_DAY = 0x21 // 1980-01-01: a fixed date makes the output deterministic

/** A zip file of text entries. */
export function writeZip(entries: Iterable<readonly [name: string, content: string]>): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, content] of entries) {
    const name = Buffer.from(path)
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const about = Buffer.alloc(26)
    for (const [at, word] of [VERSION, UTF8_NAMES, DEFLATE, 0, FIRST_DOS_DAY].entries()) about.writeUInt16LE(word, at * 2)
    about.writeUInt32LE(crc32(bytes), 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(bytes.length, 18)
    about.writeUInt16LE(name.length, 22)
    const attributes = Buffer.alloc(14)
    attributes.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), about, attributes, name]))
    const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), about, name, packed])
    files.push(file)
    offset += file.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, list, end])
}
