import { createHash } from 'node:crypto'
import { decoded, type Identities, WrongIdentity } from './coding.ts'
import type { FilePart } from './manifest.ts'
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

/** Removes the damaged ones of these files, so that the next backup writes them again. Returns their addresses. */
export async function removeDamagedBeside(beside: Beside, files: readonly FilePart[]): Promise<string[]> {
  const removed: string[] = []
  for (const file of files.filter(({ isHere }) => !isHere)) {
    try {
      for await (const _ of await readBeside(beside, file));
    } catch (error) {
      if (!(error instanceof DamagedBeside)) continue
      const name = (await findBeside(beside.place, beside.name, file))!
      await beside.place.remove(name)
      removed.push(beside.place.addressOf(name))
    }
  }
  return removed
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
