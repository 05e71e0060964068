import type { Database } from '#database/sql.ts'
import type { PartName } from '#run/config/addresses.ts'
import type { Config } from '#run/config/config.ts'
import type { SharedIdp } from '#run/dev/provider.ts'
import type { PeerMessage } from './peers.ts'

// What the main process and its workers say to each other.

export type Start = { config: Config; alone: PartName | null; database: Database; worker: number; idp?: SharedIdp }

export type ToWorker =
  | ({ kind: 'start' } & Start)
  | { kind: 'stop'; isReplaced: boolean; pauseMs?: number }
  | { kind: 'peer'; message: PeerMessage }
  | { kind: 'snapshot' } // its metrics
  | { kind: 'ping' } // whether it still answers

export type ToMain =
  | { kind: 'ready'; port: number }
  | { kind: 'failed'; message: string; code?: string } // it could not start
  | { kind: 'peer'; message: PeerMessage }
