import net from 'node:net'
import pg from 'pg'
import type { WireValue } from './sql-text.ts'
import { parserOf } from './sql-type.ts'

// One connection to the server, and the only file that knows the driver. A connection that is lost stays lost: what runs on it fails, what
// is asked later is refused, and the pool opens another one.

export type Database = string | { host: string; port: number; user: string; database: string }
type Limits = { statementMs: number; lockMs: number; idleInTransactionMs: number }
type Result = { rows: object[]; count: number; command: string }
type ConnectionSettings = { database: Database; limits: Limits; connectMs: number; answerMs: number; onStatement?: (text: string) => void }

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
  /** Why nothing can be asked any more. */
  lost: Error | null = null
  /** Told once when the connection is lost: the pool, and the one who holds the connection then. */
  onLost: (() => void) | null = null
  tellHolder: ((error: Error) => void) | null = null
  readonly #client: pg.Client
  readonly #socket: net.Socket
  readonly #onStatement: ((text: string) => void) | undefined
  readonly #watch: NodeJS.Timeout
  #isPatient = false
  #underWay = 0
  #answers = 0
  #isGathering = false
  #hasOldPlan = false

  private constructor(client: pg.Client, socket: net.Socket, { answerMs, onStatement }: ConnectionSettings) {
    this.#client = client
    this.#socket = socket
    this.#onStatement = onStatement
    this.#watch = setTimeout(() => this.#overdue(), answerMs).unref()
    client.on('error', (error) => this.#lose(error))
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

  /** Statements asked before the first is answered travel together; each waits for those before it. */
  run(text: string, values?: WireValue[], name?: string): Promise<Result> {
    if (this.lost) return Promise.reject(this.lost)
    this.#onStatement?.(text)
    this.#gather()
    this.#underWay++
    this.#watch.refresh()
    return new Promise((resolve, reject) => {
      this.#client.query({ text, values, name }, (error: Error | null, result: pg.QueryResult | pg.QueryResult[]) => {
        this.#underWay--
        this.#answers++
        if (this.#underWay > 0) this.#watch.refresh()
        if (error) return reject(this.#failure(error, text))
        const { rows, rowCount, command } = Array.isArray(result) ? result.at(-1)! : result
        resolve({ rows, count: rowCount ?? 0, command })
      })
    })
  }

  get isInTransaction(): boolean {
    return this.#client.getTransactionStatus() !== 'I'
  }

  /** False: it must not be used again, be it for an open transaction or a statement the server would plan wrongly. */
  get isReusable(): boolean {
    return !this.lost && !this.#hasOldPlan && this.#underWay === 0 && !this.isInTransaction
  }

  /** Lets statements take as long as the server lets them. */
  set isPatient(isPatient: boolean) {
    this.#isPatient = isPatient
  }

  /** Ends the statement that runs at the moment, if there is one; the server answers it with 57014. */
  cancel(): void {
    const { processID, secretKey } = this.#client as unknown as { processID: number; secretKey: number }
    if (this.lost || this.#underWay === 0 || !processID) return
    const message = Buffer.alloc(16)
    for (const [n, value] of [16, 80_877_102, processID, secretKey].entries()) message.writeInt32BE(value | 0, n * 4)
    const { host, port } = this.#client
    const socket = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host)
    socket.on('error', () => {}).setTimeout(CANCEL_MS, () => socket.destroy())
    socket.end(message)
  }

  /** Says goodbye to the server. */
  async close(): Promise<void> {
    clearTimeout(this.#watch)
    if (this.lost) return
    const lost = new Promise<void>((resolve) => {
      this.onLost = resolve
    })
    await Promise.race([this.#client.end(), lost])
  }

  destroy(): void {
    this.#lose(new ConnectionError('CONNECTION_DESTROYED', 'the connection to the database was given up'))
  }

  // One packet for everything that is asked within the same turn.
  #gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    this.#socket.cork()
    process.nextTick(() => {
      this.#isGathering = false
      this.#socket.uncork()
    })
  }

  #failure(error: Error, text: string): Error {
    if (!(error instanceof pg.DatabaseError)) return this.lost ?? withCode(error)
    if (error.severity === 'FATAL' || error.severity === 'PANIC') this.#lose(error)
    // A table changed since the statement was prepared; on another connection it is prepared anew.
    if (error.routine === 'RevalidateCachedQuery') {
      this.#hasOldPlan = true
      return new ConnectionError('PLAN_CHANGED', error.message, error)
    }
    error.stack += `\n    in the statement: ${text.trim().slice(0, 300)}`
    return error
  }

  #lose(error: Error): void {
    if (this.lost) return
    this.lost = withCode(error)
    clearTimeout(this.#watch)
    this.#socket.destroy()
    this.onLost?.()
    this.tellHolder?.(this.lost)
  }

  // The server limits its statements itself: silence longer than that means that it or the way to it is gone. This process may have slept
  // instead, and the answer may lie ready: it has another second.
  #overdue(): void {
    if (this.#underWay === 0 || this.#isPatient) return
    const before = this.#answers
    setTimeout(() => {
      if (this.#answers !== before || this.lost) return
      this.cancel()
      this.#lose(new ConnectionError('ANSWER_TIMEOUT', 'the database does not answer'))
    }, GRACE_MS).unref()
  }
}

/** A timer that fires late shows that this process was paused or busy. The answer may have arrived unread then: it has another second. */
function startDeadline(ms: number, onEnd: () => void): () => void {
  const startedAt = performance.now()
  let timer = setTimeout(() => {
    if (performance.now() - startedAt < ms + LATE_MS) return onEnd()
    timer = setTimeout(onEnd, GRACE_MS)
  }, ms)
  return () => clearTimeout(timer)
}

function withCode(error: Error): Error {
  return (error as { code?: string }).code === undefined ? new ConnectionError('CONNECTION_CLOSED', error.message, error) : error
}

// sslmode as libpq reads it: up to `require` the connection is secret, but nobody asks the server for its papers.
function addressOf(database: Database): pg.ClientConfig & { isTlsPreferred?: boolean } {
  if (typeof database !== 'string') return database
  const url = new URL(database)
  const mode = url.searchParams.get('sslmode')
  const isTlsPreferred = mode === 'prefer' || mode === 'allow'
  if (isTlsPreferred) url.searchParams.set('sslmode', 'prefer')
  if (isTlsPreferred || mode === 'require') url.searchParams.set('uselibpqcompat', 'true')
  return { connectionString: url.href, isTlsPreferred }
}
