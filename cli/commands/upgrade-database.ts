import { join } from 'node:path'
import { bytesText, showProgress } from '#cli/progress.ts'
import { type Command, UsageError } from '#cli/usage.ts'
import { type Outcome, type Plan, type Step, upgradeDatabase } from '#run/backup/upgrade-database.ts'
import { readConfig, readEnvironment } from '#run/config/config.ts'

const usage = 'npx projectory upgrade-database [--old-binaries <folder>] [--dry-run]'

export default {
  usage,
  options: { 'old-binaries': { type: 'string' }, 'dry-run': { type: 'boolean' } },
  async run(positionals, values) {
    const { 'old-binaries': oldBinaries, 'dry-run': isDryRun = false } = values as { 'old-binaries'?: string; 'dry-run'?: boolean }
    if (positionals.length > 0) throw new UsageError(`usage: ${usage}`)
    const { databaseUrl, dataDir, isProduction } = readConfig(readEnvironment(), false)
    if (databaseUrl !== null)
      throw new Error(
        'DATABASE_URL is set, so the embedded database is not used. Upgrade your server as the documentation of PostgreSQL says.',
      )
    const progress = showProgress()
    const outcome = await upgradeDatabase({
      folder: join(dataDir, 'postgres'),
      oldBinaries,
      isReadOnly: isProduction,
      isDryRun,
      onStep: (step, plan) => {
        progress.end()
        const line = lineOf(step, plan)
        if (line) console.error(line)
      },
      onProgress: progress.show,
    }).finally(progress.end)
    console.log(textOf(outcome, isDryRun))
    return 0
  },
} satisfies Command

function lineOf(step: Step, { from, to, old }: Plan): string | null {
  if (step === 'fetch') return `Fetching ${nameOf(old)}…`
  if (step === 'back up') return `Reading the database with PostgreSQL ${from}…`
  if (step === 'restore') return `Loading it into PostgreSQL ${to} and comparing every table…`
  return null
}

const nameOf = (old: Plan['old']): string => ('path' in old ? join(old.path, 'bin') : `the npm package ${old.name} ${old.version}`)

function textOf(outcome: Outcome, isDryRun: boolean): string {
  if (outcome.state === 'current') return `The database is one of PostgreSQL ${outcome.version} already: there is nothing to do.`
  if (outcome.state === 'interrupted')
    return isDryRun
      ? `An upgrade to PostgreSQL ${outcome.version} was interrupted at its last step; the next start completes it.`
      : `The upgrade to PostgreSQL ${outcome.version} was interrupted at its last step and is complete now.`
  const { folder, from, to, old, oldName, needed, free } = outcome.plan
  const kept = join(folder, oldName)
  if (outcome.state === 'planned')
    return `The database in ${folder} would be converted from PostgreSQL ${from} to ${to}.
It is read with ${nameOf(old)}.
It needs about ${bytesText(needed)}; ${bytesText(free)} are free${free < needed ? ', which is not enough' : ''}.
The old data would be kept in ${kept}. Nothing was changed.`
  const { manifest, migrated } = outcome.restored
  const rows = manifest.databaseParts.reduce((sum, { rows }) => sum + rows, 0)
  return `The database is one of PostgreSQL ${to} now: ${rows} rows in ${manifest.databaseParts.length} tables, equal to their checksums.
${migrated.length > 0 ? `Applied ${migrated.join(', ')}.\n` : ''}The old data are in ${kept}. Delete them when everything works.`
}
