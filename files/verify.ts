import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { FileDamaged } from './file-store.ts'

/**
 * The same bytes, compared with their hash on the way. The last part is passed on only after the comparison, so that a damaged file never
 * arrives completely: the stream fails with FileDamaged instead.
 */
export const verified = (source: Readable, sha256: string): Readable => Readable.from(compare(source, sha256), { objectMode: false })

async function* compare(source: Readable, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let held: Buffer | undefined
  for await (const part of source as AsyncIterable<Buffer>) {
    hash.update(part)
    if (held) yield held
    held = part
  }
  if (hash.digest('hex') !== sha256) throw new FileDamaged('the content of the stored file does not match its hash')
  if (held) yield held
}
