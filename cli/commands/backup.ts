import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readIdentities, WrongIdentity } from '#backup/coding.ts'
import type { Manifest } from '#backup/manifest.ts'
import { openPlace } from '#backup/place.ts'
import { proveBackup } from '#backup/prove.ts'
import { whyNotRecipient } from '#backup/recipient.ts'
import { DamagedArchive } from '#backup/tar.ts'
import { verifyBackup } from '#backup/verify.ts'
import { bytesText, showProgress } from '#cli/progress.ts'
import { type Command, UsageError } from '#cli/usage.ts'
import { listPlace, recordProofOf, runBackup } from '#run/backup/backup.ts'
import { backupKeysOf, whyKeyDoesNotFit } from '#run/backup/key.ts'
import { type Config, readConfig, readEnvironment } from '#run/config/config.ts'
import { quietLog } from '#run/log/log.ts'
import { withStoreAsItIs } from '#run/store.ts'

const usage = `npx projectory backup [--out <file>|s3://…] [--recipient age1…] [--move]
npx projectory backup list
npx projectory backup verify <file> [--identity <file>]
npx projectory backup prove <file> [--identity <file>]`

type Options = { out?: string; recipient?: string; identity?: string; move?: boolean }

export default {
  usage,
  options: { out: { type: 'string' }, recipient: { type: 'string' }, identity: { type: 'string' }, move: { type: 'boolean' } },
  async run([verb, file, ...more], values) {
    const options = values as Options
    if (more.length > 0) throw new UsageError(`usage:\n${usage}`)
    if (verb === undefined) return make(options)
    if (options.out !== undefined || options.recipient !== undefined || options.move)
      throw new UsageError(`--out, --recipient and --move are for making a backup\n\n${usage}`)
    if (verb === 'list' && file === undefined) return list()
    if (verb === 'verify' && file !== undefined) return verify(file, options.identity)
    if (verb === 'prove' && file !== undefined) return prove(file, options.identity)
    throw new UsageError(`usage:\n${usage}`)
  },
} satisfies Command

async function make({ out, recipient, move: isMove }: Options): Promise<number> {
  const recipients = recipient?.split(/[\s,]+/).filter(Boolean)
  if (recipients?.length === 0) throw new UsageError('--recipient is empty: pass a public key of age, or leave the option out')
  for (const one of recipients ?? []) {
    const problem = whyNotRecipient(one)
    if (problem) throw new UsageError(`--recipient: “${one}” is not a public key of age: ${problem}`)
  }
  const config = readConfig(readEnvironment())
  const progress = showProgress()
  const made = await withStoreAsItIs(config, quietLog(), ({ database }) =>
    runBackup({ config, database, kind: 'manual', log: quietLog(), out, recipients, isMove, onProgress: progress.show }),
  ).finally(progress.end)
  const { manifest, location, bytes, newFiles } = made!
  const rows = manifest.databaseParts.reduce((sum, { rows }) => sum + rows, 0)
  const beside = manifest.files.some(({ isHere }) => !isHere) ? `, ${newFiles} of them new` : ''
  console.log(`${location}: ${bytesText(bytes)}, ${rows} rows, ${manifest.files.length} files${beside}.`)
  reportMissing(manifest)
  console.error(`The key file (${config.keyFile}) is not in the backup: keep a copy of it elsewhere.`)
  return 0
}

async function list(): Promise<number> {
  const { backups: settings } = readConfig(readEnvironment())
  if (settings.to === null) {
    console.log('There is no place for backups: set BACKUP_TO.')
    return 0
  }
  const { place, backups } = await listPlace(settings.to)
  if (backups.length === 0) console.log(`There are no backups in ${place.addressOf('')}.`)
  for (const { name, bytes, summary } of backups)
    console.log(`${place.addressOf(name)}  ${bytesText(bytes)}${summary ? `  ${summary.rows} rows, ${summary.files} files` : ''}`)
  return 0
}

export async function openArchive(file: string, identity: string | undefined) {
  const { place, name } = await openPlace(file)
  if (name === null) throw new UsageError(`${file} is a folder: name one of the backups in it`)
  return { place, name, identities: identity === undefined ? [] : readIdentities(readFileSync(identity, 'utf8')) }
}

async function verify(file: string, identity: string | undefined): Promise<number> {
  const progress = showProgress()
  const config = readConfig(readEnvironment(), false)
  const archive = { ...(await openArchive(file, identity)), keys: backupKeysOf(config) }
  const { manifest, signed, signingKeys } = await verifyBackup({ ...archive, onProgress: progress.show }).finally(progress.end)
  const { databaseParts, files, missing, createdAt } = manifest
  const count = missing.length === 1 ? '1 file was' : `${missing.length} files were`
  const state = missing.length === 0 ? 'complete and undamaged' : `undamaged, but ${count} missing or damaged when it was made`
  console.log(`${file} is ${state}: ${databaseParts.length} tables, ${files.length} files, made ${createdAt}.`)
  console.log(signatures[signed])
  reportMissing(manifest)
  const problem = whyKeyDoesNotFit(config, signingKeys)
  if (problem) console.error(problem)
  return missing.length === 0 ? 0 : 1
}

const signatures = {
  own: 'It is signed by this directory.',
  foreign: 'It is signed with a master key that is not in KEY_FILE: a restore here needs --trust.',
  unsigned: 'It is not signed, so that a change cannot be told from the original: a restore needs --trust.',
}

/** What a restore cannot bring back. */
export function reportMissing({ missing }: Pick<Manifest, 'missing'>): void {
  for (const { sha256, name, problem } of missing)
    console.error(
      name === undefined
        ? `The file ${sha256} is not in the backup: ${problem}. Take it from an older backup (docs/backup.md, “Single files”), or upload it again.`
        : `${name} of the audit log is not in the backup: ${problem}. Copy it from an older backup to DATA_DIR/audit, or to audit/ below FILES_URL (docs/backup.md, “Single files”).`,
    )
}

async function prove(file: string, identity: string | undefined): Promise<number> {
  const archive = await openArchive(file, identity)
  const config = readConfig(readEnvironment(), false)
  const progress = showProgress()
  const proof = { ...archive, dataDir: config.dataDir, keys: backupKeysOf(config), onProgress: progress.show }
  const { manifest, signed, isOnServer } = await (config.databaseUrl === null
    ? proveBackup({ ...proof, database: null })
    : withStoreAsItIs(config, quietLog(), ({ database }) => proveBackup({ ...proof, database }))
  )
    .catch(async (error) => {
      if (error instanceof DamagedArchive && !(error instanceof WrongIdentity)) await recordProof(config, archive, error.message)
      throw error
    })
    .finally(progress.end)
  const where = isOnServer ? 'a temporary database' : 'a PostgreSQL of its own'
  console.log(
    `${file} was restored into ${where}: ${manifest.databaseParts.length} tables and ${manifest.files.length} files are equal to their checksums.`,
  )
  console.log(signatures[signed])
  reportMissing(manifest)
  await recordProof(config, archive, null)
  return 0
}

/** For the console, the metrics and the alerts of the directory that made the backup. Where only the key is, there may be no database. */
async function recordProof(config: Config, archive: Awaited<ReturnType<typeof openArchive>>, problem: string | null): Promise<void> {
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'postgres'))) return
  const isRecorded = await withStoreAsItIs(config, quietLog(), ({ sql }) => recordProofOf(sql, archive, problem)).catch(
    (error) => error as Error,
  )
  if (isRecorded instanceof Error) console.error(`The proof could not be recorded in the database: ${isRecorded.message}`)
  else if (!isRecorded)
    console.error('The proof is not recorded: the database here has not made this backup, or it is a copy that is damaged.')
}
