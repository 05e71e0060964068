import net from 'node:net'
import pg from 'pg'
import type { WireValue } from './sql-text.ts'
import { parserOf } from './sql-type.ts'

// One database connection; the only file that uses the driver. A lost connection is not reopened: its running statements fail, later ones
// are rejected, and the pool opens another connection.

export type Database = string | { host: string; port: number; user: string; database: string }
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

/** How long the server has left the statements of all connections unanswered. */
export type Silence = { sent(): void; answered(): void; ms(): number }
export function createSilence(): Silence {
  let waitingSince: number | null = null
  return {
    sent() {
      waitingSince ??= performance.now()
    },
    answered() {
      waitingSince = null // the other statements count again with the next one that is sent
    },
    ms: () => (waitingSince === null ? 0 : performance.now() - waitingSince),
  }
}

/** How much longer than its statement timeout the server may be silent; then the server or the network must be down. */
export const SILENCE_MS = 5000

const CANCEL_MS = 2000
const KEEP_ALIVE_MS = 30_000
const GRACE_MS = 1000
const LATE_MS = 100

export class ConnectionError extends Error {
  readonly code: string
  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

export class Connection {
  /** Why the connection was lost; null while it is usable. */
  lost: Error | null = null
  /** The start of the server, once it was read: see SERVER_START. */
  serverStart: string | null = null
  /** Each called once when the connection is lost: onLost for the pool, onLostInUse for the current user. */
  onLost: (() => void) | null = null
  onLostInUse: ((error: Error) => void) | null = null
  readonly #client: pg.Client
  readonly #socket: net.Socket
  readonly #onStatement: ((text: string) => void) | undefined
  readonly #trace: StatementTrace | undefined
  readonly #silence: Silence | undefined
  readonly #answerTimer: NodeJS.Timeout
  readonly #standardAnswerMs: number
  #answerMs: number
  #silentSince = 0
  #pending = 0
  #answers = 0
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
    this.#standardAnswerMs = this.#answerMs = answerMs
    this.#answerTimer = setTimeout(() => this.#onAnswerTimeout(), answerMs).unref()
    client.on('error', (error) => this.#lose(error))
    // Only a warning: the transaction is committed on this server, but no longer waits for a synchronous standby.
    client.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') this.#isUnreplicated = true
    })
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
    const { limits } = settings
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
    const { connectMs } = settings
    const tooSlow = new ConnectionError('CONNECT_TIMEOUT', `the database did not accept the connection within ${connectMs} ms`)
    const clearDeadline = startDeadline(connectMs, () => socket.destroy(tooSlow))
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

  /** Statements are pipelined: sent without waiting for earlier results, and executed in order. */
  run(text: string, values?: WireValue[], name?: string): Promise<Result> {
    if (this.lost) return Promise.reject(this.lost)
    this.#onStatement?.(text)
    this.#isCommitting = text === 'commit'
    const onEnd = this.#trace?.begin(text)
    this.#corkUntilNextTick()
    this.#pending++
    this.#expectAnswer()
    this.#silence?.sent()
    return new Promise((resolve, reject) => {
      this.#client.query({ text, values, name }, (error: Error | null, result: pg.QueryResult | pg.QueryResult[]) => {
        this.#pending--
        this.#answers++
        onEnd?.(error)
        if (this.#pending > 0) this.#expectAnswer()
        if (!error || error instanceof pg.DatabaseError) this.#silence?.answered()
        if (error) return reject(this.#failure(error, text))
        if (this.#isUnreplicated) return reject(this.#unreplicated())
        const { rows, rowCount, command } = Array.isArray(result) ? result.at(-1)! : result
        resolve({ rows, count: rowCount ?? 0, command })
      })
    })
  }

  get traceparent(): string | null {
    return this.#trace?.traceparent() ?? null
  }

  /** Runs a COPY. `onData` gets the rows of COPY TO; the bytes are valid only during the call. `onReady` sends those of COPY FROM. */
  copy(text: string, { onData, onReady }: CopyHandlers): Promise<Result> {
    if (this.lost) return Promise.reject(this.lost)
    this.#onStatement?.(text)
    this.#pending++
    return new Promise((resolve, reject) => {
      const query = new pg.Query({ text }, undefined, (error, result) => {
        this.#pending--
        this.#answers++
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

  get isInTransaction(): boolean {
    return this.#client.getTransactionStatus() !== 'I'
  }

  /** False after an error, with a stale prepared statement, a running statement or an open transaction. */
  get isReusable(): boolean {
    return !this.lost && !this.#hasStalePlan && this.#pending === 0 && !this.isInTransaction
  }

  /** The statement timeout of the server has changed; 0: none. Null: it is the standard one again. */
  set statementTimeout(ms: number | null) {
    this.#answerMs = ms === null ? this.#standardAnswerMs : ms === 0 ? Number.POSITIVE_INFINITY : ms + SILENCE_MS
  }

  /** Cancels the running statement, which fails with 57014 (query_canceled). */
  cancel(): void {
    const { processID, secretKey } = this.#client as unknown as { processID: number; secretKey: number }
    if (this.lost || this.#pending === 0 || !processID) return
    const message = Buffer.alloc(16)
    for (const [n, value] of [16, 80_877_102, processID, secretKey].entries()) message.writeInt32BE(value | 0, n * 4)
    const { host, port } = this.#client
    const socket = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host)
    socket.on('error', () => {}).setTimeout(CANCEL_MS, () => socket.destroy())
    socket.end(message)
  }

  /** Closes gracefully. */
  async close(): Promise<void> {
    clearTimeout(this.#answerTimer)
    if (this.lost) return
    const lost = new Promise<void>((resolve) => {
      this.onLost = resolve
    })
    await Promise.race([this.#client.end(), lost])
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
    clearTimeout(this.#answerTimer)
    this.#socket.destroy()
    this.onLost?.()
    this.onLostInUse?.(this.lost)
  }

  #expectAnswer(): void {
    this.#silentSince = performance.now()
    this.#answerTimer.refresh()
  }

  // The server has its own statement timeout: longer silence means that the server or the network is down. If this process was paused
  // instead, the answer may be in the socket buffer, so there is a grace period of a second.
  #onAnswerTimeout(): void {
    if (this.#pending === 0) return
    if (performance.now() - this.#silentSince + LATE_MS < this.#answerMs) return void this.#answerTimer.refresh()
    const before = this.#answers
    setTimeout(() => {
      if (this.#answers !== before || this.lost) return
      if (!this.#isCommitting) this.cancel() // a commit that waits for a standby would end as committed here alone
      this.#lose(new ConnectionError('ANSWER_TIMEOUT', 'the database does not answer'))
    }, GRACE_MS).unref()
  }
}

/** A timer that fires late shows that this process was paused or busy. The answer may be in the socket buffer then: one second of grace. */
export function startDeadline(ms: number, onEnd: () => void): () => void {
  const startedAt = performance.now()
  let timer = setTimeout(() => {
    if (performance.now() - startedAt < ms + LATE_MS) return onEnd()
    timer = setTimeout(onEnd, GRACE_MS)
  }, ms)
  return () => clearTimeout(timer)
}

const unanswered = new WeakSet<Error>()

function noteUnanswered(error: Error): Error {
  unanswered.add(error)
  return error
}

/** The statement was sent and its answer was lost, or it is committed without the standby: the server may have executed it. */
export const isUnanswered = (error: unknown): boolean => unanswered.has(error as Error)

function withCode(error: Error): Error {
  return (error as { code?: string }).code === undefined ? new ConnectionError('CONNECTION_CLOSED', error.message, error) : error
}

// sslmode as in libpq: up to `require` the connection is encrypted, but the server certificate is not verified.
function addressOf(database: Database): pg.ClientConfig & { isTlsPreferred?: boolean } {
  if (typeof database !== 'string') return database
  const url = new URL(database)
  const mode = url.searchParams.get('sslmode')
  const isTlsPreferred = mode === 'prefer' || mode === 'allow'
  if (isTlsPreferred) url.searchParams.set('sslmode', 'prefer')
  if (isTlsPreferred || mode === 'require') url.searchParams.set('uselibpqcompat', 'true')
  return { connectionString: url.href, isTlsPreferred }
}
