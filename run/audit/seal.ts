import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { sealName } from '#rules/console/audit-file.ts'

// An export of the audit log is two documents: NAME.jsonl.gz with a row in each line, and NAME.seal.json. The seal has the hash of the file and
// that of the file before, and a MAC of both with a key derived from the master key. So a changed byte and a missing file are both found.

const FORMAT = 'projectory-audit-1'
const MOST_BYTES = 2 ** 30 // of the rows of one file
const MOST_SEAL_BYTES = 16_384

export type Sealed = {
  number: number
  file: string
  sha256: string
  previous: string | null // the hash of the file before; null: this is the first one
  first: number // sequence numbers of the rows
  last: number
  rows: number
  from: string // times of the first and the last row
  to: string
  rowBefore: string // the hash that the first row continues
  lastRow: string // and the hash of the last one
}
export type Seal = Sealed & { format: typeof FORMAT; mac: string }
export type SealedFile = { name: string; bytes: Uint8Array; seal: Uint8Array | undefined }

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

// The order of the members is part of the text that is authenticated.
const textOf = ({ number, file, sha256, previous, first, last, rows, from, to, rowBefore, lastRow }: Sealed): string =>
  JSON.stringify({ format: FORMAT, number, file, sha256, previous, first, last, rows, from, to, rowBefore, lastRow })
const macOf = (key: Buffer, sealed: Sealed): Buffer => createHmac('sha256', key).update(textOf(sealed)).digest()

const writeSeal = (sealed: Sealed, mac: string): string => `${JSON.stringify({ ...JSON.parse(textOf(sealed)), mac }, null, 2)}\n`

export const makeSeal = (key: Buffer, sealed: Sealed): string => writeSeal(sealed, macOf(key, sealed).toString('hex'))

/** Checks one file with its seal; throws an error with the reason. */
export function openSealed({ name, bytes, seal: given }: SealedFile, keys: Buffer[]): Seal {
  if (given === undefined) throw new Error(`its seal ${sealName(name)} is missing`)
  const seal = readSeal(given)
  const mac = Buffer.from(seal.mac, 'hex')
  const isOurs = keys.some((key) => mac.length === 32 && timingSafeEqual(macOf(key, seal), mac))
  // The text is compared too: members that are not authenticated must not be added.
  if (!isOurs || Buffer.from(given).toString('utf8') !== writeSeal(seal, seal.mac))
    throw new Error('its seal was changed, or made with another master key')
  if (seal.file !== name) throw new Error(`its seal is that of ${seal.file}`)
  if (sha256Of(bytes) !== seal.sha256) throw new Error('the file was changed: its SHA-256 is not that of the seal')
  checkRows(seal, bytes)
  return seal
}

function readSeal(bytes: Uint8Array): Seal {
  try {
    if (bytes.length > MOST_SEAL_BYTES) throw new Error('too long')
    const seal = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Seal
    if (seal.format === FORMAT && typeof seal.mac === 'string') return seal
  } catch {}
  throw new Error('its seal cannot be read')
}

function checkRows(seal: Seal, bytes: Uint8Array): void {
  const lines = gunzipSync(bytes, { maxOutputLength: MOST_BYTES }).toString('utf8').trimEnd().split('\n')
  let hash = seal.rowBefore
  for (const [index, line] of lines.entries()) {
    const row = JSON.parse(line) as { seq: number; previous: string; hash: string }
    if (row.seq !== seal.first + index || row.previous !== hash) throw new Error(`row ${row.seq} does not follow the row before`)
    hash = row.hash
  }
  if (lines.length !== seal.rows || seal.last !== seal.first + seal.rows - 1 || hash !== seal.lastRow)
    throw new Error('the rows are not those of the seal')
}

export type Verified = { name: string; seal: Seal | null; fault: string | null }

/** Checks files one by one and the chain between them. Files may be given in any order; a file between two of them must not be missing. */
export function verifyFiles(files: SealedFile[], keys: Buffer[]): Verified[] {
  const opened = files.map((file): Verified => {
    try {
      return { name: file.name, seal: openSealed(file, keys), fault: null }
    } catch (error) {
      return { name: file.name, seal: null, fault: (error as Error).message }
    }
  })
  const sorted = opened.toSorted((a, b) => (a.seal?.number ?? 0) - (b.seal?.number ?? 0))
  return sorted.map((one, index) => {
    const before = sorted[index - 1]?.seal
    return one.seal === null || !before ? one : { ...one, fault: whyNotNext(before, one.seal) }
  })
}

function whyNotNext(before: Seal, next: Seal): string | null {
  if (next.number === before.number) return `there is another file with number ${next.number}: ${before.file}`
  if (next.number !== before.number + 1)
    return `a file is missing before it: number ${next.number - 1}${next.number - before.number > 2 ? ' and others' : ''}`
  const isNext = next.previous === before.sha256 && next.first === before.last + 1 && next.rowBefore === before.lastRow
  return isNext ? null : `it does not continue ${before.file}`
}
