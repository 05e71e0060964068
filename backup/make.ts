import type { Readable } from 'node:stream'
import { encoded } from './coding.ts'
import type { Manifest } from './manifest.ts'
import { fileName, manifestOf, type Place } from './place.ts'
import { type WriteOptions, writeArchive } from './write-archive.ts'

export type Made = { name: string; location: string; bytes: number; manifest: Manifest; newFiles: number }
export type MakeOptions = Omit<WriteOptions, 'keepBeside'> & {
  place: Place
  /** One file that contains everything; otherwise files are kept beside it, and those that are already there are not written again. */
  isWhole: boolean
  name?: string
  suffix?: string
  now: Date
}

/** Makes a backup at a place. It has its final name only when it is complete. */
export async function makeBackup({ place, isWhole, name: given, suffix, now, ...options }: MakeOptions): Promise<Made> {
  const isEncrypted = options.recipients.length > 0
  const name = given ?? nameFor(now, isEncrypted, suffix)
  let newFiles = 0
  const keepBeside = async (sha256: string, _size: number, read: () => Promise<Readable>) => {
    const beside = fileName(sha256, isEncrypted)
    if ((await place.size(beside)) !== undefined) return
    await place.write(beside, await encoded(await read(), options.recipients))
    newFiles++
  }
  const { manifest, written: bytes } = await writeArchive({ ...options, ...(isWhole ? {} : { keepBeside }) }, (archive) =>
    place.write(name, archive),
  )
  // For the list of backups, and to know which files are still needed. After the archive: without it there is no backup.
  if (!isWhole) await place.write(manifestOf(name), textOf(JSON.stringify(summaryOf(manifest, bytes))))
  return { name, location: place.addressOf(name), bytes, manifest, newFiles }
}

export type Summary = { format: number; id: string; createdAt: string; bytes: number; rows: number; digest: string; files: string[] }
const summaryOf = ({ format, id, createdAt, databaseParts, digest, files }: Manifest, bytes: number): Summary => ({
  format,
  id,
  createdAt,
  bytes,
  rows: databaseParts.reduce((sum, { rows }) => sum + rows, 0),
  digest,
  files: files.map(({ sha256 }) => sha256),
})

export const nameFor = (at: Date, isEncrypted: boolean, suffix?: string): string =>
  `projectory-${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z${suffix ? `-${suffix}` : ''}.tar.zst${isEncrypted ? '.age' : ''}`

async function* textOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
