import { readBeside } from './beside.ts'
import type { Identities } from './coding.ts'
import type { Place } from './place.ts'
import { type Read, readArchive } from './read-archive.ts'
import { DamagedArchive } from './tar.ts'
import type { Progress } from './write-archive.ts'

const KEYS = 'auth.signing_key'
const MOST_KEY_BYTES = 16 * 1024 * 1024

/** Reads every byte of a backup, also of the files beside it. `signingKeys`: sealed with the master key, to see whether it fits. */
export async function verifyBackup(options: {
  place: Place
  name: string
  identities: Identities
  keys?: readonly Buffer[]
  onProgress?: Progress
}): Promise<Read & { signingKeys: Buffer[] }> {
  const { place, name, onProgress } = options
  let signingKeys: Buffer[] = []
  let tables = 0
  const { manifest, signed } = await readArchive(await place.read(name), options, {
    async table(table, columns, rows) {
      onProgress?.(table, tables++, 80)
      const parts: Uint8Array[] = []
      let bytes = 0
      for await (const part of rows) {
        if (table !== KEYS) continue
        bytes += part.length
        if (bytes > MOST_KEY_BYTES) throw new DamagedArchive('the backup is damaged: it has too many signing keys')
        parts.push(part)
      }
      if (table === KEYS) signingKeys = sealedKeys(Buffer.concat(parts).toString(), columns.indexOf('private_sealed'))
    },
  })
  const beside = manifest.files.filter(({ isHere }) => !isHere)
  for (const [done, file] of beside.entries()) {
    onProgress?.('files', done, beside.length)
    for await (const _ of await readBeside(options, file));
  }
  return { manifest, signed, signingKeys }
}

// bytea as text in COPY: \\x and hexadecimal digits; a retired key has none.
export const sealedKeys = (text: string, column: number): Buffer[] =>
  text
    .split('\n')
    .map((line) => line.split('\t')[column] ?? '')
    .filter((value) => value.startsWith('\\\\x'))
    .map((value) => Buffer.from(value.slice(3), 'hex'))
