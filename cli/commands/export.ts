import { type Command, UsageError } from '#cli/usage.ts'
import { type SheetFormat, type SheetKind, sheetFormats, sheetKinds } from '#contract/console/spreadsheet.ts'
import { readConfig, readEnvironment } from '#run/config/config.ts'
import { quietLog } from '#run/log/log.ts'
import { readSettings } from '#run/settings.ts'
import { withStore } from '#run/store.ts'
import { writeOut } from '#run/write-out.ts'
import { commandLimits, createSheetThread, type SheetThread } from '#spreadsheet/read/worker-thread.ts'
import { exportAll, exportTemplate } from '#spreadsheet/write/export.ts'

const usage = `npx projectory export ${sheetKinds.join('|')} [--format ${sheetFormats.join('|')}] [--out <file>] [--template]`

type Options = { format?: string; out?: string; template?: boolean }

export default {
  usage,
  options: { format: { type: 'string' }, out: { type: 'string' }, template: { type: 'boolean' } },
  async run([kind, ...more], values) {
    const { out, template, format = formatOf(out) } = values as Options
    if (!sheetKinds.includes(kind as SheetKind) || more.length > 0) throw new UsageError(`usage: ${usage}`)
    if (!sheetFormats.includes(format as SheetFormat))
      throw new UsageError(`--format: “${format}” is not one of ${sheetFormats.join(', ')}\n\nusage: ${usage}`)
    const thread = createSheetThread(commandLimits, commandLimits)
    const wanted = { kind: kind as SheetKind, format: format as SheetFormat }
    const bytes = await (template ? exportTemplate(thread, wanted) : exportStored(thread, wanted))
    if (out === undefined) process.stdout.write(bytes)
    else {
      writeOut(out, bytes)
      console.error(`${out}: ${bytes.length} bytes.`)
    }
    return 0
  },
} satisfies Command

function exportStored(thread: SheetThread, wanted: { kind: SheetKind; format: SheetFormat }): Promise<Buffer> {
  const config = readConfig(readEnvironment())
  return withStore(config, quietLog(), async (sql) => {
    const { timeZone } = await readSettings(sql, config)
    return sql.begin('read only', (sql) => exportAll(thread, sql, { ...wanted, at: new Date(), timeZone }))
  })
}

// The default is CSV, which is readable on a terminal and in a pipe.
const formatOf = (out: string | undefined): string => sheetFormats.find((format) => out?.toLowerCase().endsWith(`.${format}`)) ?? 'csv'
