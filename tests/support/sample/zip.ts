import { crc32, deflateRawSync } from 'node:zlib'

// Malicious zip files: entries may declare false sizes, use ../ paths, be symbolic links or overlap.

export type ZipEntry = {
  name: string
  content?: string | Uint8Array
  isStored?: boolean
  claims?: number // the declared size
  mode?: number // of a Unix file; 0o120777 is a symbolic link
}

export function zipOf(entries: ZipEntry[], settings: { overlapping?: boolean } = {}): Buffer {
  const locals: Buffer[] = []
  const listed: Buffer[] = []
  let offset = 0
  for (const { name, content = 'x', isStored = false, claims, mode = 0o100644 } of entries) {
    const bytes = Buffer.from(content as string)
    const packed = isStored ? bytes : deflateRawSync(bytes)
    const fileName = Buffer.from(name)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(0x0800, 2)
    about.writeUInt16LE(isStored ? 0 : 8, 4)
    about.writeUInt32LE(crc32(bytes), 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(claims ?? bytes.length, 18)
    about.writeUInt16LE(fileName.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE((mode << 16) >>> 0, 6)
    rest.writeUInt32LE(settings.overlapping ? 0 : offset, 10)
    listed.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), about, rest, fileName]))
    if (settings.overlapping && locals.length > 0) continue
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), about, fileName, packed])
    locals.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(Buffer.concat(listed).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, ...listed, end])
}
