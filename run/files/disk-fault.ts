import { statfsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, resolve } from 'node:path'
import { isDiskFull } from '#database/sql.ts'
import { type Disks, databasePlace, listPlaces, type Place, placeOf } from '#run/config/places.ts'
import { withSettingsFile } from '#run/config/variables.ts'

const full: Record<string, string> = {
  ENOSPC: 'No space is left',
  EDQUOT: 'The disk quota of this user is used up',
  EFBIG: 'A file would be larger than this process may write (ulimit -f, LimitFSIZE)',
}
const fullText = /No space left on device|Disk quota exceeded/ // what PostgreSQL and its programs write
const denied = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'])

type SystemError = Error & { code?: unknown; path?: unknown; dest?: unknown; syscall?: string; errors?: unknown[] }

/**
 * For operators: which place is full or cannot be written, what it is for, how much is free, and what to do. Null: the error, and what caused it,
 * is something else. Used wherever an error is logged, printed or recorded.
 */
export function explainDiskFault(error: unknown, disks: Disks): string | null {
  for (let one = error as SystemError | undefined, depth = 0; one instanceof Error && depth < 10; one = one.cause as SystemError, depth++) {
    const found = explainOne(one, disks) ?? one.errors?.map((part) => explainDiskFault(part, disks)).find((text) => text !== null)
    if (found) return withSettingsFile(found, disks.settingsFile)
  }
  return null
}

/** The message of an error with that explanation. */
export function messageOf(error: unknown, disks: Disks): string {
  const { message } = error as Error
  const why = explainDiskFault(error, disks)
  return why === null ? message : `${message.replace(/\.$/, '')}. ${why}`
}

function explainOne({ code, path, dest, syscall, message }: SystemError, disks: Disks): string | null {
  if (isDiskFull({ code }) || (typeof code !== 'string' && fullText.test(message))) return ofDatabase(message, disks)
  if (typeof code !== 'string' || syscall === 'watch' || syscall === 'listen') return null
  const places = listPlaces(disks)
  const file = [dest, path].find((one) => typeof one === 'string')
  const place = file === undefined ? undefined : placeOf(resolve(file), places)
  if (code in full) {
    if (file === undefined) return ofFullest(full[code]!, places)
    return place ? ofPlace(full[code]!, place) : ofOther(full[code]!, resolve(file))
  }
  return denied.has(code) && place ? ofDenied(code, file!, place) : null
}

const ofPlace = (fault: string, place: Place): string => `${fault} in ${stateOf(place)}`

const stateOf = ({ folder, what, spare, moving }: Place): string =>
  `${folder} (${what}): ${freeText(folder)}. Free space or enlarge the disk (${spare}), or ${moving}.`

/** A file that the operator has named. */
const ofOther = (fault: string, file: string): string =>
  `${fault} for ${file}: ${freeText(file)}. Free space or enlarge the disk, or name another place.`

/** The system does not say which file it was. */
function ofFullest(fault: string, places: Place[]): string {
  const free = ({ folder }: Place): number => spaceOf(folder)?.free ?? Number.POSITIVE_INFINITY
  const [fullest] = places.toSorted((a, b) => free(a) - free(b))
  return `${fault} on a disk of the service. The one with the least space has ${stateOf(fullest!)}`
}

function ofDatabase(message: string, disks: Disks): string {
  const places = listPlaces(disks)
  const named = (message.match(/\/[^\s:;"“”]+/g) ?? []).map((path) => placeOf(path, places)).find((place) => place !== undefined)
  if (named) return ofPlace(full.ENOSPC!, named)
  if (disks.databaseUrl === null) return ofPlace(full.ENOSPC!, databasePlace(disks.dataDir))
  return 'No space is left on the disk of the PostgreSQL server of DATABASE_URL (its data, its write-ahead log or its temporary files). Free space or enlarge the disk there; if it archives its log, check that archiving works. Nothing has to be done here: writes work again when there is space.'
}

function ofDenied(code: string, file: string, { folder, what, moving }: Place): string {
  const [why, remedy] =
    code === 'EROFS'
      ? ['its file system is read-only', 'Mount it for writing; a disk with errors is mounted read-only: see dmesg']
      : code === 'ENOTDIR'
        ? ['a part of its path is a file instead of a folder', 'Move that file away']
        : [`the user ${userName()} has no right to it`, 'Give that user the folder (chown -R) and its parents to pass through']
  return `${file} (${what}, in ${folder}) cannot be written: ${why}. ${remedy}; or ${moving}.`
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `with the id ${process.getuid?.()}` // without an entry in /etc/passwd
  }
}

/** Of the disk of a path; null when it cannot be asked. */
function spaceOf(path: string): { free: number; total: number; isWithoutEntries: boolean } | null {
  for (let folder = path; ; folder = dirname(folder)) {
    try {
      const { bavail, blocks, bsize, ffree, files } = statfsSync(folder)
      const isWithoutEntries = files > 0 && ffree === 0
      return { free: isWithoutEntries ? 0 : bavail * bsize, total: blocks * bsize, isWithoutEntries }
    } catch {
      if (dirname(folder) === folder) return null
    }
  }
}

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toLocaleString('en', { maximumFractionDigits: 1 })} MB`

function freeText(path: string): string {
  const space = spaceOf(path)
  if (space === null || space.total === 0) return 'how much is free is not known'
  if (space.isWithoutEntries) return 'no more files can be created there (df -i)'
  return `${megabytes(space.free)} of ${megabytes(space.total)} are free`
}
