import net from 'node:net'
import pg from 'pg'
import { startDeadline } from '#async/deadline.ts'
import { addressOf, type Database, sendCancel } from './address.ts'
import { AnswerTimer, GRACE_MS, type Silence } from './deadline.ts'
import { ConnectionError, noteUnanswered, withCode } from './error.ts'
import type { WireValue } from './text.ts'
import { parserOf } from './type.ts'

// One database connection; the only file that uses the driver. A lost connection is not reopened: its running statements fail, later ones
// are rejected, and the pool opens another connection.

type Limits = { statementMs: number; lockMs: number; idleInTransactionMs: number }
type Result = { rows: object[]; count: number; command: string }
/** What the driver offers to send the rows of COPY FROM. */
export type CopyWire = { sendCopyFromChunk(chunk: Uint8Array): void; endCopyFrom(): void; sendCopyFail(message: string): void }
type CopyHandlers = { onData?: (chunk: Buffer, socket: net.Socket) => void; onReady?: (wire: CopyWire, socket: net.Socket) => void }
type ConnectionSettings = {
  database: Database
  limits: Limits
  connectMs: number
  answerMs: number
  onStatement?: (text: string) => void
  trace?: StatementTrace
  silence?: Silence
}

/** For traces of the statements; called in the context of the caller. */
export type StatementTrace = {
  /** Returns what is called when the statement has ended. */
  begin(text: string): (error: Error | null) => void
  /** The trace of the caller, for the rows a transaction writes. */
  traceparent(): string | null
}

/** How much longer than its statement timeout the server may be silent; then the server or the network must be down. */
export const SILENCE_MS = 5000

const KEEP_ALIVE_MS = 30_000
const MOST_PREPARED = 300 // of a connection; filters make many more texts, and a plan takes tens of kilobytes of the server's memory
const CLOSE_MS = 2000

export class Connection {
  /** Why the connection was lost; null while it is usable. */
  lost: Error | null = null
  /** The start of the server, once it was read: see SERVER_START. */
  serverStart: string | null = null
  /** Each called once when the connection is lost: onLost for the pool, onLostInUse for the current user. */
  onLost: (() => void) | null = null
  onLostInUse: ((error: Error) => void) | null = null
  /** Called with the payload of each notification, after LISTEN. */
  onNotification: ((payload: string) => void) | null = null
  readonly #client: pg.Client
  readonly #socket: net.Socket
  readonly #onStatement: ((text: string) => void) | undefined
  readonly #trace: StatementTrace | undefined
  readonly #silence: Silence | undefined
  readonly #answers: AnswerTimer
  readonly #standardAnswerMs: number
  readonly #prepared = new Map<string, string>() // names by text, the least recently used first
  #lastPrepared = 0
  #isCorked = false
  #hasStalePlan = false
  #isCommitting = false
  #isUnreplicated = false

  private constructor(client: pg.Client, socket: net.Socket, { answerMs, onStatement, trace, silence }: ConnectionSettings) {
    this.#client = client
    this.#socket = socket
    this.#onStatement = onStatement
    this.#trace = trace
    this.#silence = silence
    this.#standardAnswerMs = answerMs
    this.#answers = new AnswerTimer(answerMs, () => this.#giveUp())
    client.on('error', (error) => this.#lose(error))
    // Only a warning: the transaction is committed on this server, but no longer waits for a synchronous standby.
    client.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') this.#isUnreplicated = true
    })
    client.on('notification', ({ payload }) => this.onNotification?.(payload ?? ''))
    client.on('end', () => this.#lose(new ConnectionError('CONNECTION_CLOSED', 'the connection to the database was closed')))
  }

  static async open(settings: ConnectionSettings): Promise<Connection> {
    const { isTlsPreferred, ...address } = addressOf(settings.database)
    try {
      return await Connection.#open(address, settings)
    } catch (error) {
      if (!isTlsPreferred || !/does not support SSL/.test((error as Error).message)) throw error
      return Connection.#open(
        { ...address, connectionString: address.connectionString!.replace('sslmode=prefer', 'sslmode=disable') },
        settings,
      )
    }
  }

  static async #open(address: pg.ClientConfig, settings: ConnectionSettings): Promise<Connection> {
    const { limits, connectMs } = settings
    const socket = new net.Socket()
    const client = new pg.Client({
      application_name: 'projectory',
      statement_timeout: limits.statementMs,
      lock_timeout: limits.lockMs,
      idle_in_transaction_session_timeout: limits.idleInTransactionMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      pipeline: true,
      stream: () => socket,
      types: { getTypeParser: parserOf as never },
      ...address,
    })
    const tooSlow = new ConnectionError('CONNECT_TIMEOUT', `the database did not accept the connection within ${connectMs} ms`)
    const clearDeadline = startDeadline(connectMs, () => socket.destroy(tooSlow), { graceMs: GRACE_MS })
    const connection = new Connection(client, socket, settings)
    try {
      await client.connect()
      return connection
    } catch (error) {
      connection.destroy()
      throw withCode(error as Error)
    } finally {
      clearDeadline()
    }
  }

  /** Statements are pipelined: sent without waiting for earlier results, and executed in order. A prepared one is planned once. */
  run(text: string, values?: WireValue[], isPrepared = false): Promise<Result> {
    if (this.lost) return Promise.reject(this.lost)
    const name = isPrepared ? this.#nameFor(text) : undefined
    this.#onStatement?.(text)
    this.#isCommitting = text === 'commit' || !this.isInTransaction // a single statement is committed with it
    const onEnd = this.#trace?.begin(text)
    this.#corkUntilNextTick()
    this.#answers.sent()
    this.#silence?.sent()
    return new Promise((resolve, reject) => {
      this.#client.query({ text, values, name }, (error: Error | null, result: pg.QueryResult | pg.QueryResult[]) => {
        this.#answers.answered()
        onEnd?.(error)
        if (!error || error instanceof pg.DatabaseError) this.#silence?.answered()
        if (error) return reject(this.#failure(error, text))
        if (this.#isUnreplicated) return reject(this.#unreplicated())
        const { rows, rowCount, command } = Array.isArray(result) ? result.at(-1)! : result
        resolve({ rows, count: rowCount ?? 0, command })
      })
    })
  }

  #nameFor(text: string): string {
    const name = this.#prepared.get(text) ?? `s${++this.#lastPrepared}`
    this.#prepared.delete(text)
    this.#prepared.set(text, name)
    return name
  }

  /** Ends the statements that were not used for the longest time, beyond the limit. Outside of transactions. */
  dropOldStatements(): void {
    if (this.lost || this.#prepared.size <= MOST_PREPARED) return
    const { parsedStatements } = (this.#client as unknown as { connection: { parsedStatements: Record<string, string> } }).connection
    const old = [...this.#prepared].slice(0, this.#prepared.size - MOST_PREPARED)
    for (const [text, name] of old) {
      this.#prepared.delete(text)
      delete parsedStatements[name]
    }
    // One that failed while it was prepared does not exist: the others are ended nevertheless.
    for (const [, name] of old) this.run(`deallocate ${name}`).catch(() => {})
  }

  get traceparent(): string | null {
    return this.#trace?.traceparent() ?? null
  }

  /** Runs a COPY. `onData` gets the rows of COPY TO; the bytes are valid only during the call. `onReady` sends those of COPY FROM. */
  copy(text: string, { onData, onReady }: CopyHandlers): Promise<Result> {
    if (this.lost) return Promise.reject(this.lost)
    this.#onStatement?.(text)
    this.#answers.sentCopy()
    return new Promise((resolve, reject) => {
      const query = new pg.Query({ text }, undefined, (error, result) => {
        this.#answers.answered()
        if (error) return reject(this.#failure(error, text))
        resolve({ rows: [], count: result.rowCount ?? 0, command: result.command })
      })
      const handlers = {
        handleCopyData: ({ chunk }: { chunk: Buffer }) => onData?.(chunk, this.#socket),
        handleCopyInResponse: (wire: CopyWire) => onReady?.(wire, this.#socket),
      }
      this.#client.query(Object.assign(query, handlers))
    })
  }

  /** The session of the server may still wait for a standby, also after the connection was lost. */
  get isCommitUnanswered(): boolean {
    return this.#isCommitting && this.#answers.isWaiting
  }

  get isInTransaction(): boolean {
    return this.#client.getTransactionStatus() !== 'I'
  }

  /** False after an error, with a stale prepared statement, a running statement or an open transaction. */
  get isReusable(): boolean {
    return !this.lost && !this.#hasStalePlan && !this.#answers.isWaiting && !this.isInTransaction
  }

  /** The statement timeout of the server has changed; 0: none. Null: it is the standard one again. */
  set statementTimeout(ms: number | null) {
    this.#answers.ms = ms === null ? this.#standardAnswerMs : ms === 0 ? Number.POSITIVE_INFINITY : ms + SILENCE_MS
  }

  /** Of the session in the server. */
  get processId(): number | null {
    return (this.#client as unknown as { processID: number | null }).processID
  }

  /** Cancels the running statement, which fails with 57014 (query_canceled). */
  cancel(): void {
    const { secretKey } = this.#client as unknown as { secretKey: number }
    if (this.lost || !this.#answers.isWaiting || !this.processId) return
    sendCancel(this.#client, this.processId, secretKey)
  }

  /** Closes gracefully. False: the server did not answer in time, and the connection was destroyed. */
  async close(): Promise<boolean> {
    this.#answers.stop()
    if (this.lost) return true
    const lost = new Promise<void>((resolve) => {
      this.onLost = resolve
    })
    let hasAnswered = true
    const clearDeadline = startDeadline(
      CLOSE_MS,
      () => {
        hasAnswered = false
        this.destroy()
      },
      { graceMs: GRACE_MS },
    )
    await Promise.race([this.#client.end(), lost]).finally(clearDeadline)
    return hasAnswered
  }

  destroy(): void {
    this.#lose(new ConnectionError('CONNECTION_DESTROYED', 'the connection to the database was destroyed'))
  }

  // Corks the socket, so that all statements of one tick are sent in one packet.
  #corkUntilNextTick(): void {
    if (this.#isCorked) return
    this.#isCorked = true
    this.#socket.cork()
    process.nextTick(() => {
      this.#isCorked = false
      this.#socket.uncork()
    })
  }

  #failure(error: Error, text: string): Error {
    if (!(error instanceof pg.DatabaseError)) return noteUnanswered(this.lost ?? withCode(error))
    if (error.code === '57P02') noteUnanswered(error) // a crash of the server, reported at any time
    if (error.severity === 'FATAL' || error.severity === 'PANIC') this.#lose(error)
    // The table changed after the statement was prepared; retry on another connection, where it is prepared again.
    if (error.routine === 'RevalidateCachedQuery') {
      this.#hasStalePlan = true
      return new ConnectionError('PLAN_CHANGED', error.message, error)
    }
    error.stack += `\n    in the statement: ${text.trim().slice(0, 300)}`
    return error
  }

  #unreplicated(): Error {
    this.#isUnreplicated = false
    return noteUnanswered(new ConnectionError('NOT_REPLICATED', 'committed without the standby: a failover would lose it'))
  }

  #lose(error: Error): void {
    if (this.lost) return
    this.lost = withCode(error)
    this.#answers.stop()
    this.#socket.destroy()
    this.onLost?.()
    this.onLostInUse?.(this.lost)
  }

  #giveUp(): void {
    if (this.lost) return
    if (!this.#isCommitting) this.cancel() // a commit that waits for a standby would end as committed here alone
    this.#lose(new ConnectionError('ANSWER_TIMEOUT', 'the database does not answer'))
  }
}
