import { existsSync, statSync } from 'node:fs'
import { columns } from '#cli/email-text.ts'
import { type Command, UsageError } from '#cli/usage.ts'
import type { EmailChoice, ReportedEmails } from '#contract/console/import-email.ts'
import type { ImportOptions } from '#contract/console/import-options.ts'
import { type ImportReport, type SheetKind, sheetKinds } from '#contract/console/spreadsheet.ts'
import { detailOf } from '#contract/error-text.ts'
import type { Sql } from '#database/sql.ts'
import { plain } from '#mail/email.ts'
import { type Config, readConfig, readEnvironment } from '#run/config/config.ts'
import { quietLog } from '#run/log/log.ts'
import { readSettings } from '#run/settings.ts'
import { withStore } from '#run/store.ts'
import { writeOut } from '#run/write-out.ts'
import { type About, ImportUnderWay, planImport, runImport, todayIn } from '#spreadsheet/import.ts'
import { isEmailChoice } from '#spreadsheet/import-emails.ts'
import { type Prepared, prepareSheet } from '#spreadsheet/prepare.ts'
import { commandLimits, createSheetThread } from '#spreadsheet/read/worker-thread.ts'
import { countsOf, reportOf } from '#spreadsheet/report.ts'
import { SheetFault } from '#spreadsheet/sheet.ts'
import { writeMarked } from '#spreadsheet/write/export.ts'
import { insertAudit } from '#store/audit/insert.ts'

const usage = `npx projectory import ${sheetKinds.join('|')} <file> [--dry-run] [--report <file>] [--emails now|later|none] [--import-totals]`
const MOST_ROWS = 50

type Options = { 'dry-run'?: boolean; emails?: string; 'import-totals'?: boolean; report?: string }

export default {
  usage,
  options: { 'dry-run': { type: 'boolean' }, emails: { type: 'string' }, 'import-totals': { type: 'boolean' }, report: { type: 'string' } },
  async run([kind, file, ...more], values) {
    const { 'dry-run': isDryRun = false, 'import-totals': importTotals = false, emails = 'now', report } = values as Options
    if (!sheetKinds.includes(kind as SheetKind) || file === undefined || more.length > 0) throw new UsageError(`usage: ${usage}`)
    if (!existsSync(file) || !statSync(file).isFile()) throw new UsageError(`File not found: “${file}”`)
    if (!isEmailChoice(emails)) throw new UsageError(`usage: ${usage}`)
    const config = readConfig(readEnvironment())
    try {
      const sheet = await readForImport(kind as SheetKind, file)
      return await withStore(config, quietLog(), (sql) =>
        importSheet(sql, config, kind as SheetKind, sheet, { isDryRun, report, options: { importTotals, emails } }),
      )
    } catch (error) {
      throw explained(error)
    } finally {
      showProgress('', 0, 0)
    }
  },
} satisfies Command

async function readForImport(kind: SheetKind, file: string): Promise<Prepared> {
  const thread = createSheetThread(commandLimits, commandLimits)
  return prepareSheet(kind, await thread.read(file, (done, all) => showProgress('reading', done, all), undefined, { kind }))
}

async function importSheet(
  sql: Sql,
  config: Config,
  kind: SheetKind,
  prepared: Prepared,
  { isDryRun, report, options }: { isDryRun: boolean; report?: string; options: ImportOptions },
): Promise<number> {
  const at = new Date()
  const { timeZone, locale, country } = await readSettings(sql, config)
  const about: About = {
    at,
    today: todayIn(timeZone, at),
    timeZone,
    locale,
    country,
    actorId: null,
    requestId: null,
    noted: showProgress,
    options,
  }
  const plan = isDryRun
    ? { ...(await sql.begin('read only', (sql) => planImport(sql, kind, prepared, about))), isDone: false }
    : await sql.begin(async (sql) => {
        const act = await runImport(sql, kind, prepared, about)
        const { create, change, same } = countsOf(act.rows)
        const detail = { created: create, changed: change, same, format: prepared.sheet.format, by: 'command line' }
        if (act.isDone && create + change > 0) await insertAudit(sql, { at, action: 'importSheet', target: `import ${kind}`, detail })
        return act
      })
  showProgress('', 0, 0)
  const result = reportOf(kind, prepared, plan, 'en')
  show(result, isDryRun)
  if (report !== undefined) {
    writeOut(report, await writeMarked(createSheetThread(commandLimits, commandLimits), kind, prepared, plan.rows, { language: 'en' }))
    console.log(`File with errors marked: ${report}`)
  }
  return result.counts.refuse === 0 ? 0 : 1
}

function show({ counts, rows, isDone, emails }: ImportReport, isDryRun: boolean): void {
  const changed = rows.filter(({ what, warnings }) => what !== 'same' || warnings.length > 0)
  const lines = changed.slice(0, MOST_ROWS).flatMap(({ row, what, name, changes, faults, warnings }) => {
    const details =
      what === 'refuse'
        ? faults.map(({ column, message }) => (column === null ? message : `${column}: ${message}`))
        : [what === 'create' ? '' : changes.map(({ column, before, after }) => `${column}: ${before ?? '–'} → ${after ?? '–'}`).join('; ')]
    const warned = warnings.map(({ column, message }) => `warning: ${column === null ? '' : `${column}: `}${message}`)
    return [...details.filter((detail) => detail !== '' || warned.length === 0), ...warned].map((detail) => [
      String(row),
      what,
      plain(name, 40),
      plain(detail, 300),
    ])
  })
  if (lines.length > 0) console.log(`${columns([['row', 'change', 'name', 'details'], ...lines])}\n`)
  const shown = changed.slice(0, MOST_ROWS).filter(({ what }) => what !== 'same').length
  const left = counts.create + counts.change + counts.refuse - shown
  if (left > 0) console.log(`… and ${left} more rows.\n`)
  const { create, change, same, refuse } = counts
  console.log(`${create} to create, ${change} to change, ${same} unchanged, ${refuse} with errors.`)
  if (emails.count > 0) console.log(`${emails.count} emails${languagesOf(emails)}, ${whenWords[emails.when]}.`)
  if (isDone) console.log(create + change === 0 ? 'No changes.' : 'Done.')
  else
    console.log(
      refuse > 0 ? 'Nothing was saved: a file with errors is not imported.' : isDryRun ? 'Nothing was saved: this was a dry run.' : '',
    )
}

const whenWords: Record<EmailChoice, string> = {
  now: 'sent with the import',
  later: 'waiting: send them in the console under Import and export',
  none: 'not sent',
}
const languagesOf = ({ languages }: ReportedEmails): string =>
  ` (${languages.map(({ language, count }) => `${count} ${language}`).join(', ')})`

// Overwrites one line; only on a terminal.
function showProgress(stage: string, done: number, all: number): void {
  if (process.stderr.isTTY) process.stderr.write(stage === '' ? '\r\x1b[K' : `\r\x1b[K${stage} ${done} of ${all}`)
}

function explained(error: unknown): unknown {
  if (error instanceof SheetFault) return new Error(detailOf(error.code, 'en', error.details.en))
  return error instanceof ImportUnderWay ? new Error(detailOf('import_under_way', 'en')) : error
}
