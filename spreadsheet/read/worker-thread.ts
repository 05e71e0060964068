import type { SheetFormat } from '#contract/console/spreadsheet.ts'
import { type HeavyLimits, refusal } from '#heavy/fair-queue.ts'
import { type JobLimits, OutOfMemory, runInThread, type Send } from '#heavy/job.ts'
import { batchesOf } from '#spreadsheet/batches.ts'
import type { Marks, SheetColumn } from '#spreadsheet/column/columns.ts'
import { type Cell, type Sheet, SheetFault, unreadable } from '#spreadsheet/sheet.ts'
import type { Written } from '#spreadsheet/write/write.ts'
import type { Reading } from './head-row.ts'
import type { FromWorker, ToWorker, WorkerTask } from './worker.ts'

// Reads and writes sheets in a worker thread, so that no file can block the service or use up its memory. The queues of the endpoints are in
// run/app.ts: a person has at most one import and one export running.

/** A whole import, from reading to writing; the deadline is that of reading. */
export const importLimits: HeavyLimits = {
  owner: 'person',
  perOwner: 3,
  total: 12,
  atOnce: 2,
  deadlineMs: 30_000,
  megabytes: 320,
  refusal,
}

export const exportLimits: HeavyLimits = { ...importLimits, perOwner: 6, total: 24, deadlineMs: 45_000 }

/** Of the command line: an operator can wait, and end the command. */
export const commandLimits: JobLimits = { megabytes: importLimits.megabytes, deadlineMs: 3_600_000 }

export type SheetThread = {
  read(path: string, noted?: (done: number, all: number) => void, signal?: AbortSignal, reading?: Reading): Promise<Sheet>
  /** Batches of rows are consumed as they are produced; `marks` are the cells to highlight, complete when the batches are. */
  write(
    format: SheetFormat,
    columns: SheetColumn[],
    batches: RowBatches,
    marks?: Marks,
    signal?: AbortSignal,
    written?: Written,
  ): Promise<Buffer>
}
type RowBatches = AsyncIterable<Cell[][]> | Iterable<Cell[][]>

export function createSheetThread(reading: JobLimits = importLimits, writing: JobLimits = exportLimits): SheetThread {
  return {
    read: (path, noted = () => {}, signal, how = {}) => readInThread(path, noted, reading, signal, how),
    write: (format, columns, batches, marks = new Map(), signal, written) =>
      inThread<Buffer>(
        { write: format, columns, written },
        writing,
        signal,
        (message, _, done) => 'bytes' in message && done(Buffer.from(message.bytes.buffer as ArrayBuffer)),
        (send) => sendRows(send, batches, marks),
      ),
  }
}

const inThread = <T>(
  task: WorkerTask,
  limits: JobLimits,
  signal: AbortSignal | undefined,
  onMessage: (message: Exclude<FromWorker, { fault: unknown }>, send: Send<ToWorker>, done: (value: T) => void) => void,
  begin?: (send: Send<ToWorker>) => Promise<void>,
): Promise<T> =>
  runInThread<FromWorker, ToWorker, T | SheetFault>(
    {
      script: new URL('./worker.ts', import.meta.url),
      task,
      begin,
      onMessage: (message, send, done) =>
        'fault' in message ? done(new SheetFault(message.fault.code, message.fault.details)) : onMessage(message, send, done),
    },
    limits,
    signal,
  ).then(
    (value) => {
      if (value instanceof SheetFault) throw value
      return value
    },
    (error) => Promise.reject(error instanceof OutOfMemory ? unreadable('characters') : error),
  )

function readInThread(
  path: string,
  noted: (done: number, all: number) => void,
  limits: JobLimits,
  signal: AbortSignal | undefined,
  reading: Reading,
): Promise<Sheet> {
  const sheet: Sheet & { count: number } = { format: 'csv', heads: [], lines: [], count: 0 }
  return inThread<Sheet>({ read: path, reading }, limits, signal, (message, send, done) => {
    if ('head' in message) Object.assign(sheet, message.head)
    else if ('lines' in message) for (const line of message.lines) sheet.lines.push(line)
    noted(sheet.lines.length, sheet.count)
    if (sheet.lines.length >= sheet.count) done({ format: sheet.format, heads: sheet.heads, lines: sheet.lines, origin: sheet.origin })
    else send('more')
  })
}

async function sendRows(send: Send<ToWorker>, batches: RowBatches, marks: Marks): Promise<void> {
  for await (const rows of batches)
    for (const batch of batchesOf(rows, (cells) => cells)) {
      send({ rows: batch })
      await new Promise((resolve) => setImmediate(resolve))
    }
  send({ end: [...marks].map(([row, marked]) => [row, [...marked]]) })
}
