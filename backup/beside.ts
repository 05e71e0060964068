import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Archive } from '#files/archive.ts'
import type { FileStore } from '#files/file-store.ts'
import { verified } from '#files/verify.ts'
import { decoded, type Identities, WrongIdentity } from './coding.ts'
import type { FilePart, Manifest } from './manifest.ts'
import { fileName, isEncrypted, type Place } from './place.ts'
import { DamagedArchive } from './tar.ts'

// Files that are kept once beside all archives of a place.

/** A backup writes no file that is there already, so a damaged one stays until somebody removes it. */
export class DamagedBeside extends DamagedArchive {
  constructor(address: string, cause: Error) {
    super(`${cause.message} (${address}): while the directory still has this file, delete that copy, and the next backup writes it again`, {
      cause,
    })
  }
}

export type Beside = { place: Place; name: string; identities: Identities } // name: of the archive

/** A file of an archive, compared with its hash. */
export async function readBeside({ place, name: archive, identities }: Beside, file: FilePart): Promise<AsyncIterable<Uint8Array>> {
  const name = await findBeside(place, archive, file)
  if (name === null)
    throw new DamagedArchive(`the backup is incomplete: ${place.addressOf(fileName(file.sha256, isEncrypted(archive)))} is missing`)
  return located(hashed(decoded(await place.read(name), identities), file), place.addressOf(name))
}

/** What a backup is made from. */
export type Source = { files: Pick<FileStore, 'read'>; auditFiles: Pick<Archive, 'read'> }

/**
 * Removes the damaged files of an archive, so that the next backup writes them again. Those that the directory does not have any more are kept:
 * a part of them may be readable. Returns the addresses. To be called with the lock of backups.
 */
export async function removeDamagedBeside(
  beside: Beside,
  manifest: Pick<Manifest, 'files' | 'auditFiles'>,
  source: Source,
  signal?: AbortSignal,
): Promise<{ removed: string[]; kept: string[] }> {
  const removed: string[] = []
  const kept: string[] = []
  for (const file of manifest.files.filter(({ isHere }) => !isHere)) {
    signal?.throwIfAborted()
    if (!(await isDamaged(beside, file))) continue
    const name = (await findBeside(beside.place, beside.name, file))!
    signal?.throwIfAborted()
    const isThere = await isAtSource(source, file, manifest.auditFiles.find(({ sha256 }) => sha256 === file.sha256)?.name)
    signal?.throwIfAborted()
    if (isThere) await beside.place.remove(name)
    const addresses = isThere ? removed : kept
    addresses.push(beside.place.addressOf(name))
  }
  return { removed, kept }
}

/** An error that says nothing about the content, as of the network, is no damage. */
async function isDamaged(beside: Beside, file: FilePart): Promise<boolean> {
  try {
    for await (const _ of await readBeside(beside, file));
    return false
  } catch (error) {
    return error instanceof DamagedBeside
  }
}

async function isAtSource({ files, auditFiles }: Source, { sha256, size }: FilePart, auditName: string | undefined): Promise<boolean> {
  try {
    const exported = auditName === undefined ? undefined : await auditFiles.read(auditName)
    for await (const _ of verified(exported ? Readable.from([exported]) : await files.read(sha256, size), sha256));
    return true
  } catch {
    return false
  }
}

/** The archive may have been renamed: then its files are found under their other name. */
async function findBeside(place: Place, archive: string, { sha256 }: FilePart): Promise<string | null> {
  const isExpected = isEncrypted(archive)
  for (const name of [fileName(sha256, isExpected), fileName(sha256, !isExpected)]) if ((await place.size(name)) !== undefined) return name
  return null
}

async function* located(content: AsyncIterable<Uint8Array>, address: string): AsyncGenerator<Uint8Array> {
  try {
    yield* content
  } catch (error) {
    if (error instanceof WrongIdentity) throw new WrongIdentity(`${error.message} (${address})`, { cause: error })
    throw error instanceof DamagedArchive ? new DamagedBeside(address, error) : error
  }
}

/** Ends as soon as there is more than expected: few bytes may decompress to very many. */
async function* hashed(content: AsyncIterable<Uint8Array>, { sha256, size }: FilePart): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of content) {
    bytes += part.length
    if (bytes > size) throw new DamagedArchive(`the backup is damaged: the file ${sha256} is longer than its manifest says`)
    hash.update(part)
    yield part
  }
  if (hash.digest('hex') !== sha256) throw new DamagedArchive(`the backup is damaged: the file ${sha256} does not match its hash`)
}
