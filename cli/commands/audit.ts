import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Command, UsageError } from '#cli/usage.ts'
import { ROWS_ENDING, SEAL_ENDING, sealName } from '#rules/console/audit-file.ts'
import { auditKeysOf, exportAudit, openArchive } from '#run/audit/export.ts'
import { type SealedFile, verifyFiles } from '#run/audit/seal.ts'
import { inspectConfig, readConfig, readEnvironment } from '#run/config/config.ts'
import { quietLog } from '#run/log/log.ts'
import { withStore } from '#run/store.ts'

const usage = `npx projectory audit export [--until YYYY-MM-DD]
npx projectory audit verify <file>…`

const DAY = 86_400_000

export default {
  usage,
  options: { until: { type: 'string' } },
  async run([verb, ...files], { until }) {
    if (verb === 'export' && files.length === 0) return exportUntil(endOf(until as string | undefined))
    if (verb === 'verify' && files.length > 0 && until === undefined) return verify(files)
    throw new UsageError(`usage:\n${usage}`)
  },
} satisfies Command

/** The first moment after this day, in UTC. */
function endOf(day: string | undefined): Date {
  if (day === undefined) return new Date(Math.floor(Date.now() / DAY) * DAY)
  const start = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : new Date(Number.NaN)
  if (Number.isNaN(start.getTime()) || start.toISOString().slice(0, 10) !== day)
    throw new UsageError(`--until: “${day}” is not a day like 2026-03-31`)
  return new Date(start.getTime() + DAY)
}

async function exportUntil(before: Date): Promise<number> {
  const config = readConfig(readEnvironment())
  const [archive, keys] = [await openArchive(config), auditKeysOf(config)]
  const made = await withStore(config, quietLog(), (sql) => exportAudit({ sql, archive, keys }, before))
  if (made === null) throw new Error('Another process is exporting the audit log. Try again in a minute.')
  for (const { name, firstSeq, lastSeq } of made) console.log(`${name}: rows ${firstSeq} to ${lastSeq}`)
  const folder = config.filesUrl === null ? join(config.dataDir, 'audit') : 'audit/ of FILES_URL'
  console.log(made.length === 0 ? 'There are no new rows to export.' : `${count(made.length)} in ${folder}. No rows were removed.`)
  return 0
}

const count = (files: number): string => (files === 1 ? '1 file' : `${files} files`)

async function verify(paths: string[]): Promise<number> {
  const keys = auditKeysOf({ isProduction: true, keyFile: inspectConfig(readEnvironment()).config.keyFile })
  const files = await Promise.all(paths.filter((path) => !path.endsWith(SEAL_ENDING)).map(readSealed))
  if (files.length === 0) throw new UsageError(`The files of an export end in ${ROWS_ENDING}`)
  const results = verifyFiles(files, keys)
  for (const { name, seal, fault } of results)
    console.log(fault === null ? `✓ ${name}: rows ${seal!.first} to ${seal!.last}, ${seal!.from} to ${seal!.to}` : `✗ ${name}: ${fault}`)
  if (results.some(({ fault }) => fault !== null)) return 1
  const first = results[0]!.seal!
  console.log(`\n${count(results.length)} intact, each follows the one before.`)
  if (first.number > 1)
    console.log(`The chain begins earlier: file number ${first.number - 1}, with the SHA-256 ${first.previous}, was not given.`)
  return 0
}

async function readSealed(path: string): Promise<SealedFile> {
  if (!path.endsWith(ROWS_ENDING)) throw new UsageError(`${path}: the files of an export end in ${ROWS_ENDING}`)
  const name = basename(path)
  const seal = await readFile(join(dirname(path), sealName(name))).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return { name, bytes: await readFile(path), seal }
}
