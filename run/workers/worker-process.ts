import cluster from 'node:cluster'
import type { Logger } from 'pino'
import { connect, type Sql } from '#database/sql.ts'
import type { Drain } from '#http/server.ts'
import { writeOnlyJson } from '#run/log/json-lines.ts'
import { openLog } from '#run/log/log.ts'
import { limitHeapGrowth } from '#run/memory.ts'
import type { Snapshot } from '#run/metrics/snapshot.ts'
import { type Serving, startServing } from '#run/serving.ts'
import { EMBEDDED_CONNECT_MS } from '#run/store.ts'
import { openTracing } from '#run/tracing/open.ts'
import type { Tracing } from '#run/tracing/tracing.ts'
import { openChannel } from './channel.ts'
import type { Start, ToMain, ToWorker } from './messages.ts'
import type { PeerMessage, Peers } from './peers.ts'
import { connectionsOf } from './process-share.ts'

// A worker: serves calls on the port that all workers share. Its modules are loaded while the main process opens the database; then the main
// process tells it to start.

const PEER_MS = 250
const REPLACED_PAUSE_MS = 1000 // clients close their connections after the next response

limitHeapGrowth()
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

let stop: ((how?: Drain) => Promise<void>) | undefined
let isStarting = false
let isStopping = false
let onPeerMessage: ((message: PeerMessage) => unknown) | undefined
let snapshot: (() => Promise<Snapshot>) | undefined

const channel = openChannel<ToMain, ToWorker>(process as never, async (message) => {
  if (message.kind === 'start') await start(message)
  else if (message.kind === 'stop')
    end(message.isReplaced ? { isReplaced: true, pauseMs: REPLACED_PAUSE_MS } : { pauseMs: message.pauseMs })
  else if (message.kind === 'peer') return onPeerMessage?.(message.message)
  else if (message.kind === 'ping') return true
  else return snapshot?.()
})

async function start({ config, alone, database, worker, idp }: Start): Promise<void> {
  isStarting = true
  const ask = (message: PeerMessage) => channel.ask({ kind: 'peer', message }, PEER_MS)
  const peers: Peers = {
    tell: (message) => channel.tell({ kind: 'peer', message }),
    tellAndWait: async (message) => void (await ask(message)),
    ask: async (message) => ((await ask(message)) as unknown[] | undefined) ?? [],
    onMessage(listener) {
      onPeerMessage = listener
    },
  }
  let log: Logger | undefined
  let sql: Sql | undefined
  let tracing: Tracing | null = null
  let serving: Serving | undefined
  const close = async (how?: Drain) => {
    await serving?.stop(how)
    await sql?.end({ timeout: 2 })
    await tracing?.close()
  }
  try {
    tracing = await openTracing(config)
    if (config.isProduction) writeOnlyJson()
    log = openLog(config, tracing).child({ worker })
    sql = connect(database, {
      max: connectionsOf(config.workers),
      trace: tracing?.statements,
      ...(config.databaseUrl === null && { connectTimeout: EMBEDDED_CONNECT_MS }),
    })
    serving = await startServing(config, { sql, database }, log, { alone, worker, peers, idp, tracing })
    if (config.metricsPort !== null) snapshot = (await import('#run/metrics/process.ts')).createSnapshot(serving.observed)
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    log?.error({ err: error }, 'a worker could not start')
    channel.tell({ kind: 'failed', message, code })
    await close({ pauseMs: 0 })
    return process.disconnect()
  }
  stop = close
  isStarting = false
  if (isStopping) return finish() // told to stop meanwhile
  channel.tell({ kind: 'ready', port: serving.port })
}

function end(how: Drain = {}): void {
  if (isStopping) return
  isStopping = true
  if (!isStarting) finish(how)
}

function finish(how?: Drain): void {
  ;(stop?.(how) ?? Promise.resolve()).then(
    () => process.exit(0),
    (error) => {
      console.error((error as Error).message)
      process.exit(1)
    },
  )
}

// Ctrl-C and the end of a terminal reach every process; the main process tells its workers what to do.
for (const signal of ['SIGINT', 'SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => {})
process.on('SIGTERM', () => end())
// The main process was killed. By default a worker exits at once; it finishes the calls it has.
cluster.worker?.on('disconnect', () => {
  if (stop === undefined || isStopping) process.exit(0) // nothing to finish, or the second wish to end
  cluster.worker!.exitedAfterDisconnect = true
  end({ pauseMs: 0 })
})
