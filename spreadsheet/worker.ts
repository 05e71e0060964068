import { parentPort, workerData } from 'node:worker_threads'
import type { Marks, SheetColumn } from './columns.ts'
import { readSheet } from './read.ts'
import { type Cell, SheetFault, type SheetLine } from './sheet.ts'
import { writeSheet } from './write.ts'

// Reads or writes one sheet in a worker thread, so that it does not block calls. Rows are sent in batches on request:
// deserialising all of them at once would block the main thread.

export type WorkerTask = { read: string } | { write: 'csv' | 'xlsx' | 'json'; columns: SheetColumn[] }
export type FromWorker =
  | { head: { format: 'csv' | 'xlsx' | 'json'; heads: string[]; count: number } }
  | { lines: SheetLine[] }
  | { bytes: Uint8Array }
  | { fault: { code: SheetFault['code']; details: SheetFault['details'] } }
export type ToWorker = 'more' | { rows: Cell[][]; marks: [number, number[]][] } | 'end'

const BATCH = 250
const port = parentPort!
const task = workerData as WorkerTask
const send = (message: FromWorker, moved: ArrayBuffer[] = []): void => port.postMessage(message, moved)

if ('read' in task)
  try {
    const { format, heads, lines } = await readSheet(task.read)
    let at = 0
    port.on('message', () => {
      send({ lines: lines.slice(at, at + BATCH) })
      at += BATCH
      if (at >= lines.length) port.close()
    })
    send({ head: { format, heads, count: lines.length } })
  } catch (error) {
    if (!(error instanceof SheetFault)) throw error
    send({ fault: { code: error.code, details: error.details } })
    port.close()
  }
else {
  const rows: Cell[][] = []
  const marks: Marks = new Map()
  port.on('message', (message: ToWorker) => {
    if (typeof message === 'object') {
      for (const [row, columns] of message.marks) marks.set(row, new Set(columns))
      for (const row of message.rows) rows.push(row)
      return
    }
    const bytes = new Uint8Array(writeSheet(task.write, task.columns, rows, marks)) // copied, because a pooled buffer is not transferable
    send({ bytes }, [bytes.buffer])
    port.close()
  })
}
