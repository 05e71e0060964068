import { Worker } from 'node:worker_threads'
import type { SheetFormat } from '#contract/console/spreadsheet.ts'
import type { Marks, SheetColumn } from './columns.ts'
import { type Cell, type Sheet, SheetFault, unreadable } from './sheet.ts'
import type { FromWorker, ToWorker, WorkerTask } from './worker.ts'

// Reads and writes sheets in a worker thread, one at a time, so that no file can block the service or use up its memory.

const MAX_MEGABYTES = 320

export type SheetThread = {
  read(path: string, noted?: (done: number, all: number) => void): Promise<Sheet>
  /** Batches of rows are consumed as they are produced; `marks` are the cells to highlight. */
  write(format: SheetFormat, columns: SheetColumn[], batches: AsyncIterable<Cell[][]> | Iterable<Cell[][]>, marks?: Marks): Promise<Buffer>
}

export function createSheetThread(): SheetThread {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work)
    last = turn.catch(() => {})
    return turn
  }
  return {
    read: (path, noted = () => {}) => inTurn(() => readInThread(path, noted)),
    write: (format, columns, batches, marks = new Map()) => inTurn(() => writeInThread(format, columns, batches, marks)),
  }
}

function withWorker<T>(
  task: WorkerTask,
  onMessage: (message: FromWorker, send: (message: ToWorker) => void, done: (value: T) => void) => void,
  begin?: (send: (message: ToWorker) => void) => Promise<void>,
): Promise<T> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES, maxYoungGenerationSizeMb: 16 },
  })
  const send = (message: ToWorker): void => worker.postMessage(message)
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  worker.on('message', (message: FromWorker) => {
    if ('fault' in message) reject(new SheetFault(message.fault.code, message.fault.details))
    else onMessage(message, send, resolve)
  })
  worker.on('error', (error) => reject((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? unreadable('characters') : error))
  worker.on('exit', () => reject(new Error('the worker ended without a result'))) // ignored after a result
  begin?.(send).catch(reject)
  return promise.finally(() => worker.terminate())
}

function readInThread(path: string, noted: (done: number, all: number) => void): Promise<Sheet> {
  const sheet: Sheet & { count: number } = { format: 'csv', heads: [], lines: [], count: 0 }
  return withWorker<Sheet>({ read: path }, (message, send, done) => {
    if ('head' in message) Object.assign(sheet, message.head)
    else if ('lines' in message) for (const line of message.lines) sheet.lines.push(line)
    noted(sheet.lines.length, sheet.count)
    if (sheet.lines.length >= sheet.count) done({ format: sheet.format, heads: sheet.heads, lines: sheet.lines })
    else send('more')
  })
}

const BATCH = 250

function writeInThread(
  format: SheetFormat,
  columns: SheetColumn[],
  batches: AsyncIterable<Cell[][]> | Iterable<Cell[][]>,
  marks: Marks,
): Promise<Buffer> {
  return withWorker<Buffer>(
    { write: format, columns },
    (message, _, done) => 'bytes' in message && done(Buffer.from(message.bytes.buffer as ArrayBuffer)),
    async (send) => {
      send({ rows: [], marks: [...marks].map(([row, marked]) => [row, [...marked]]) })
      for await (const rows of batches)
        for (let from = 0; from < rows.length; from += BATCH) {
          send({ rows: rows.slice(from, from + BATCH), marks: [] })
          await new Promise((resolve) => setImmediate(resolve))
        }
      send('end')
    },
  )
}
