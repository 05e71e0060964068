import { existsSync, statSync, writeFileSync } from 'node:fs'
import { columns } from '#cli/email-text.ts'
import { type Command, UsageError } from '#cli/usage.ts'
import { type Exchanged, exchanged, type ImportReport } from '#contract/console/spreadsheet.ts'
import { errors, fill } from '#contract/errors.ts'
import { plain } from '#mail/email.ts'
import { type Config, readConfig, readEnvironment } from '#run/config.ts'
import { quietLog } from '#run/log.ts'
import { withStore } from '#run/store.ts'
import { writeMarked } from '#spreadsheet/export.ts'
import { type About, countsOf, ImportUnderWay, planImport, reportOf, runImport, todayIn } from '#spreadsheet/import.ts'
import { type Sheet, SheetFault } from '#spreadsheet/sheet.ts'
import { createSheetThread } from '#spreadsheet/worker-thread.ts'
import { insertAudit } from '#store/audit.ts'
import type { Sql } from '#store/sql.ts'

const usage = `npx projectory import ${exchanged.join('|')} <file> [--dry-run] [--report <file>]`
const MOST_SHOWN = 50

type Options = { 'dry-run'?: boolean; report?: string }

export default {
  summary:
    'Imports a CSV, XLSX or JSON file, completely or not at all. --dry-run shows the changes without saving them; --report writes a copy of the file with errors marked.',
  usage,
  options: { 'dry-run': { type: 'boolean' }, report: { type: 'string' } },
  async run([kind, file, ...more], values) {
    const { 'dry-run': isTry = false, report } = values as Options
    if (!exchanged.includes(kind as Exchanged) || file === undefined || more.length > 0) throw new UsageError(`usage: ${usage}`)
    if (!existsSync(file) || !statSync(file).isFile()) throw new UsageError(`File not found: “${file}”`)
    const config = readConfig(readEnvironment())
    try {
      const sheet = await createSheetThread().read(file, (done, all) => showProgress('reading', done, all))
      return await withStore(config, quietLog(), (sql) => bring(sql, config, kind as Exchanged, sheet, { isTry, report }))
    } catch (error) {
      throw inWords(error)
    } finally {
      showProgress('', 0, 0)
    }
  },
} satisfies Command

async function bring(
  sql: Sql,
  config: Config,
  kind: Exchanged,
  sheet: Sheet,
  { isTry, report }: { isTry: boolean; report?: string },
): Promise<number> {
  const at = new Date()
  const about: About = {
    at,
    today: todayIn(config.timeZone, at),
    locale: config.locale,
    actorId: null,
    requestId: null,
    noted: showProgress,
  }
  const { rows, isDone } = isTry
    ? { rows: (await sql.begin('read only', (sql) => planImport(sql, kind, sheet, about))).rows, isDone: false }
    : await sql.begin(async (sql) => {
        const act = await runImport(sql, kind, sheet, about)
        const { create, change, same } = countsOf(act.rows)
        const detail = { created: create, changed: change, same, format: sheet.format, by: 'command line' }
        if (act.isDone && create + change > 0) await insertAudit(sql, { at, action: 'importSheet', target: `import ${kind}`, detail })
        return act
      })
  showProgress('', 0, 0)
  const told = reportOf(kind, rows, isDone, 'en')
  show(told, isTry)
  if (report !== undefined) {
    writeFileSync(report, await writeMarked(createSheetThread(), kind, sheet, rows, 'en'))
    console.log(`File with errors marked: ${report}`)
  }
  return told.counts.refuse === 0 ? 0 : 1
}

function show({ counts, rows, isDone }: ImportReport, isTry: boolean): void {
  const telling = rows.filter(({ what }) => what !== 'same')
  const lines = telling.slice(0, MOST_SHOWN).flatMap(({ row, what, name, changes, faults }) => {
    const words =
      what === 'refuse'
        ? faults.map(({ column, message }) => (column === null ? message : `${column}: ${message}`))
        : [what === 'create' ? '' : changes.map(({ column, before, after }) => `${column}: ${before ?? '–'} → ${after ?? '–'}`).join('; ')]
    return words.map((why) => [String(row), what, plain(name, 40), plain(why, 300)])
  })
  if (lines.length > 0) console.log(`${columns([['row', 'change', 'name', 'details'], ...lines])}\n`)
  const left = counts.create + counts.change + counts.refuse - Math.min(telling.length, MOST_SHOWN)
  if (left > 0) console.log(`… and ${left} more rows.\n`)
  const { create, change, same, refuse } = counts
  console.log(`${create} to create, ${change} to change, ${same} unchanged, ${refuse} with errors.`)
  if (isDone) console.log(create + change === 0 ? 'No changes.' : 'Done.')
  else
    console.log(
      refuse > 0 ? 'Nothing was saved: a file with errors is not imported.' : isTry ? 'Nothing was saved: this was a dry run.' : '',
    )
}

// On one line that is written over; only where somebody is looking.
function showProgress(stage: string, done: number, all: number): void {
  if (process.stderr.isTTY) process.stderr.write(stage === '' ? '\r\x1b[K' : `\r\x1b[K${stage} ${done} of ${all}`)
}

function inWords(error: unknown): unknown {
  if (error instanceof SheetFault) return new Error(fill(errors[error.code].detail.en, error.details.en))
  return error instanceof ImportUnderWay ? new Error(errors.import_under_way.detail.en) : error
}
