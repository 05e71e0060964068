import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sealName } from '#rules/console/audit-file.ts'
import { makeSeal, type Sealed, type SealedFile, sha256Of, verifyFiles } from './seal.ts'

const key = randomBytes(32)
const hash = (seq: number): string => sha256Of(Buffer.from(`row ${seq}`))

function makeFiles(count: number): SealedFile[] {
  const files: SealedFile[] = []
  let previous: string | null = null
  for (let number = 1; number <= count; number++) {
    const [first, last] = [number * 2 - 1, number * 2]
    const lines = [first, last].map((seq) => JSON.stringify({ seq, previous: hash(seq - 1), hash: hash(seq) }))
    const bytes = gzipSync(`${lines.join('\n')}\n`)
    const name = `audit-${number}.jsonl.gz`
    const sealed: Sealed = {
      number,
      file: name,
      sha256: sha256Of(bytes),
      previous,
      first,
      last,
      rows: 2,
      from: '2026-01-01T00:00:00.000000Z',
      to: '2026-01-02T00:00:00.000000Z',
      rowBefore: hash(first - 1),
      lastRow: hash(last),
    }
    files.push({ name, bytes, seal: Buffer.from(makeSeal(key, sealed)) })
    previous = sealed.sha256
  }
  return files
}

const faults = (files: SealedFile[], keys = [key]) =>
  verifyFiles(files, keys).flatMap(({ name, fault }) => (fault ? [`${name}: ${fault}`] : []))

test('whole chains are accepted, in any order and with a master key that is being replaced', () => {
  const files = makeFiles(3)
  assert.deepEqual(faults(files), [])
  assert.deepEqual(faults(files.toReversed(), [randomBytes(32), key]), [])
  assert.deepEqual(faults(files.slice(1)), [])
})

test('every changed byte of a file and of its seal is found', () => {
  const [file] = makeFiles(1) as [SealedFile]
  for (const part of ['bytes', 'seal'] as const)
    for (let at = 0; at < file[part]!.length; at++) {
      const changed = Buffer.from(file[part]!)
      changed[at]! ^= 1
      assert.equal(faults([{ ...file, [part]: changed }]).length, 1, `${part} ${at}`)
    }
})

test('a file that is cut off or longer, without a seal, or with that of another file is refused', () => {
  const [one, two] = makeFiles(2) as [SealedFile, SealedFile]
  assert.match(faults([{ ...one, bytes: one.bytes.subarray(0, -1) }])[0]!, /SHA-256/)
  assert.match(faults([{ ...one, bytes: Buffer.concat([one.bytes, Buffer.from([0])]) }])[0]!, /SHA-256/)
  assert.match(faults([{ ...one, seal: undefined }])[0]!, /audit-1\.seal\.json is missing/)
  assert.match(faults([{ ...one, seal: two.seal }])[0]!, /that of audit-2/)
  assert.equal(sealName('audit-1.jsonl.gz'), 'audit-1.seal.json')
})

test('a seal of another master key, or with a member that is not authenticated, is refused', () => {
  const [file] = makeFiles(1) as [SealedFile]
  assert.match(faults([file], [randomBytes(32)])[0]!, /another master key/)
  const extended = Buffer.from(`${JSON.stringify({ ...JSON.parse(file.seal!.toString()), note: 'x' }, null, 2)}\n`)
  assert.match(faults([{ ...file, seal: extended }])[0]!, /was changed/)
})

test('a missing file in the chain is refused, and so is one that continues another chain', () => {
  const files = makeFiles(4)
  assert.deepEqual(faults([files[0]!, files[2]!, files[3]!]), ['audit-3.jsonl.gz: a file is missing before it: number 2'])
  assert.deepEqual(faults([files[0]!, files[3]!]), ['audit-4.jsonl.gz: a file is missing before it: number 3 and others'])
  assert.match(faults([files[0]!, files[0]!])[0]!, /another file with number 1/)
  const { mac: _, ...sealed } = JSON.parse(files[1]!.seal!.toString())
  const foreign = { ...files[1]!, seal: Buffer.from(makeSeal(key, { ...sealed, previous: '0'.repeat(64) })) }
  assert.deepEqual(faults([files[0]!, foreign]), ['audit-2.jsonl.gz: it does not continue audit-1.jsonl.gz'])
})

test('rows that do not follow each other are refused even with a right seal', () => {
  const [file] = makeFiles(1) as [SealedFile]
  const { mac: _, ...sealed } = JSON.parse(file.seal!.toString())
  const reseal = (lines: object[], change: object = {}): SealedFile => {
    const bytes = gzipSync(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
    return { ...file, bytes, seal: Buffer.from(makeSeal(key, { ...sealed, sha256: sha256Of(bytes), ...change })) }
  }
  const row = (seq: number, previous = hash(seq - 1)) => ({ seq, previous, hash: hash(seq) })
  assert.deepEqual(faults([reseal([row(1), row(2)])]), [])
  assert.match(faults([reseal([row(1), row(3)])])[0]!, /row 3 does not follow/)
  assert.match(faults([reseal([row(1), row(2, hash(7))])])[0]!, /row 2 does not follow/)
  assert.match(faults([reseal([row(1)])])[0]!, /not those of the seal/)
})
