import { type Kept, surplusBackups } from '#rules/backup.ts'
import type { Summary } from './make.ts'
import { ARCHIVE, manifestOf, type Place, type Stored } from './place.ts'

export type Listed = Stored & { summary: Summary | null }
const KEPT_BEFORE_MIGRATIONS = 3
const GRACE_MS = 24 * 3_600_000 // a backup that is being made may need a file that no archive names yet

/** The archives of a place, newest first. Those without their summary are listed too. */
export async function readSummaries(place: Place): Promise<Listed[]> {
  const archives: Stored[] = []
  for await (const stored of place.list()) if (ARCHIVE.test(stored.name)) archives.push({ ...stored, at: momentOf(stored.name) })
  archives.sort((a, b) => b.at.getTime() - a.at.getTime())
  return Promise.all(archives.map(async (stored) => ({ ...stored, summary: await readSummary(place, stored.name) })))
}

const momentOf = (name: string): Date =>
  new Date(name.replace(/^projectory-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, '$1-$2-$3T$4:$5:$6Z'))

async function readSummary(place: Place, archive: string): Promise<Summary | null> {
  if ((await place.size(manifestOf(archive))) === undefined) return null
  const parts: Buffer[] = []
  for await (const part of await place.read(manifestOf(archive))) parts.push(part as Buffer)
  try {
    return JSON.parse(Buffer.concat(parts).toString()) as Summary
  } catch {
    return null
  }
}

/** Removes archives that are not kept any more, then the files that no archive names. Returns the names of the archives. */
export async function removeSurplus(place: Place, kept: Kept, now: Date): Promise<string[]> {
  const all = await readSummaries(place)
  // Those made before a migration are the way back from it: the last ones are kept beside the others.
  const isBefore = ({ name }: Listed) => name.includes('-before-migration')
  const surplus = [
    ...surplusBackups(
      all.filter((one) => !isBefore(one)),
      kept,
    ),
    ...all.filter(isBefore).slice(KEPT_BEFORE_MIGRATIONS),
  ]
  for (const { name } of surplus) {
    await place.remove(name)
    await place.remove(manifestOf(name))
  }
  const left = all.filter((one) => !surplus.includes(one))
  // An archive whose files are not known may need any of them.
  if (surplus.length === 0 || left.some(({ summary }) => summary === null)) return surplus.map(({ name }) => name)
  const needed = new Set(left.flatMap(({ summary }) => summary!.files))
  for await (const { name, at } of place.list()) {
    const sha256 = /^files\/[0-9a-f]{2}\/([0-9a-f]{64})(\.age)?$/.exec(name)?.[1]
    if (sha256 && !needed.has(sha256) && now.getTime() - at.getTime() > GRACE_MS) await place.remove(name)
  }
  return surplus.map(({ name }) => name)
}
