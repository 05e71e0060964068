import { onMessage, send, taskOf } from '#heavy/inside.ts'
import { batchesOf } from '#spreadsheet/batches.ts'
import type { Marks, SheetColumn } from '#spreadsheet/column/columns.ts'
import { type Cell, type Sheet, SheetFault, type SheetLine } from '#spreadsheet/sheet.ts'
import { type Written, writeSheet } from '#spreadsheet/write/write.ts'
import type { Reading } from './head-row.ts'
import { readSheet } from './read.ts'

// Reads or writes one sheet in a worker thread, so that it does not block calls. Rows are sent in batches on request:
// deserialising all of them at once would block the main thread.

export type WorkerTask = { read: string; reading: Reading } | { write: 'csv' | 'xlsx' | 'json'; columns: SheetColumn[]; written?: Written }
export type FromWorker =
  | { head: { format: 'csv' | 'xlsx' | 'json'; heads: string[]; origin: Sheet['origin']; count: number } }
  | { lines: SheetLine[] }
  | { bytes: Uint8Array }
  | { fault: { code: SheetFault['code']; details: SheetFault['details'] } }
export type ToWorker = 'more' | { rows: Cell[][] } | { end: [number, number[]][] }

const task = taskOf<WorkerTask>()
const reply = (message: FromWorker, moved?: ArrayBuffer[]): void => send(message, moved)

if ('read' in task)
  try {
    const { format, heads, lines, origin } = await readSheet(task.read, task.reading)
    const batches = batchesOf(lines, ({ cells }) => cells)
    onMessage(() => reply({ lines: batches.next().value ?? [] }))
    reply({ head: { format, heads, origin, count: lines.length } })
  } catch (error) {
    if (!(error instanceof SheetFault)) throw error
    reply({ fault: { code: error.code, details: error.details } })
  }
else {
  const rows: Cell[][] = []
  onMessage((message: Exclude<ToWorker, 'more'>) => {
    if ('rows' in message) {
      for (const row of message.rows) rows.push(row)
      return
    }
    const marks: Marks = new Map(message.end.map(([row, columns]) => [row, new Set(columns)]))
    const bytes = new Uint8Array(writeSheet(task.write, task.columns, rows, marks, task.written)) // copied, because a pooled buffer is not transferable
    reply({ bytes }, [bytes.buffer])
  })
}
