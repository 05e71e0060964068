import { type Kept, type Proof, surplusBackups } from '#rules/backup.ts'
import type { Summary } from './make.ts'
import { isHash, MOST_MANIFEST_BYTES } from './manifest.ts'
import { ARCHIVE, fileName, isEncrypted, manifestOf, type Place, type Stored } from './place.ts'

export type Listed = Stored & { summary: Overview | null }
export type Overview = { rows: number; files: number }
const KEPT_BEFORE_MIGRATIONS = 3
const FILE = /^files\/[0-9a-f]{2}\/[0-9a-f]{64}(\.age)?$/
const GRACE_MS = 24 * 3_600_000 // a backup that is being made may need a file that no archive names yet

/** The archives of a place, newest first. Those without their summary are listed too. */
export async function readSummaries(place: Place): Promise<Listed[]> {
  const all: Listed[] = []
  for (const stored of await listArchives(place)) {
    const summary = await readSummary(place, stored.name)
    all.push({ ...stored, summary: summary && { rows: summary.rows, files: summary.files.length } })
  }
  return all
}

async function listArchives(place: Place): Promise<Stored[]> {
  const archives: Stored[] = []
  for await (const stored of place.list()) if (ARCHIVE.test(stored.name)) archives.push({ ...stored, at: momentOf(stored.name) })
  return archives.sort((a, b) => b.at.getTime() - a.at.getTime())
}

const momentOf = (name: string): Date =>
  new Date(name.replace(/^projectory-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, '$1-$2-$3T$4:$5:$6Z'))

/** One at a time: each names all files of its backup. */
async function readSummary(place: Place, archive: string): Promise<Summary | null> {
  const size = await place.size(manifestOf(archive))
  if (size === undefined || size > MOST_MANIFEST_BYTES) return null
  return parseSummary(Buffer.concat(await (await place.read(manifestOf(archive))).toArray()).toString())
}

export function parseSummary(text: string): Summary | null {
  try {
    const summary = JSON.parse(text) as Summary
    return summary.files.every(isHash) ? summary : null
  } catch {
    return null
  }
}

export type Thinning = { kept: Kept; now: Date; proofOf?: (name: string) => Proof | undefined; signal?: AbortSignal }

/** Removes archives that are not kept any more, then the files that no archive names. Returns the names of the archives. */
export async function removeSurplus(place: Place, { kept, now, proofOf = () => undefined, signal }: Thinning): Promise<string[]> {
  const all = await listArchives(place)
  // One of the future was made while the clock was wrong: it stays, and is not taken for the newest one.
  const past = all.filter(({ at }) => at <= now).map((stored) => ({ ...stored, proof: proofOf(stored.name) }))
  // Those made before a migration are the way back from it: the last ones are kept beside the others.
  const isBefore = ({ name }: Stored) => name.includes('-before-migration')
  const surplus = [
    ...surplusBackups(
      past.filter((one) => !isBefore(one)),
      kept,
    ),
    ...past.filter(isBefore).slice(KEPT_BEFORE_MIGRATIONS),
  ]
  for (const { name } of surplus) {
    signal?.throwIfAborted()
    await place.remove(name)
    await place.remove(manifestOf(name))
  }
  const names = surplus.map(({ name }) => name)
  if (surplus.length === 0) return names
  const files = new Map<string, Date>()
  for await (const { name, at } of place.list()) if (FILE.test(name)) files.set(name, at)
  const needed = new Set<string>()
  for (const { name } of all.filter(({ name }) => !names.includes(name))) {
    signal?.throwIfAborted()
    const summary = await readSummary(place, name)
    if (summary === null) return names // an archive whose files are not known may need any of them
    // One that was renamed or decrypted uses the other name of a file, if only that one is there (beside.ts).
    for (const sha256 of summary.files) {
      const [own, other] = [fileName(sha256, isEncrypted(name)), fileName(sha256, !isEncrypted(name))]
      needed.add(files.has(own) ? own : other)
    }
  }
  for (const [name, at] of files) {
    if (needed.has(name) || now.getTime() - at.getTime() <= GRACE_MS) continue
    signal?.throwIfAborted()
    await place.remove(name)
  }
  return names
}
