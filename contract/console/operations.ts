import { type Static, type TSchema, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { Count, Instant, Nullable } from '#contract/shared.ts'
import { type MailState, mailStates } from './mail.ts'
import { oneOf } from './shared.ts'

// What an administrator needs to see of a running service.

export const operationParts = ['nodes', 'mail', 'storage', 'backups', 'database', 'statements'] as const
export type OperationPart = (typeof operationParts)[number]

export const Node = Type.Object({
  id: Type.String(),
  host: Type.String(),
  pid: Count,
  worker: Count,
  version: Type.String(),
  parts: Type.String({ description: '`all`, or the one part it serves' }),
  startedAt: Instant,
  seenAt: Instant,
  silentSeconds: Type.Integer({ description: 'since it was last seen, by the clock of the database' }),
  feedLagMs: Type.Integer({ description: 'how far it was behind the change feed' }),
  isLeader: Type.Boolean({ description: 'it runs the periodic jobs' }),
})
export type Node = Static<typeof Node>

const Mail = Type.Object({
  states: Type.Object(Object.fromEntries(mailStates.map((state) => [state, Count])) as Record<MailState, typeof Count>),
  oldestSeconds: Type.Integer({ minimum: 0, description: 'age of the oldest email that is due; 0 if there is none' }),
})

const Storage = Type.Object({
  kind: oneOf(['disk', 's3']),
  files: Count,
  bytes: Count,
  orphans: Type.Integer({ description: 'contents that no row names, to be deleted' }),
  damaged: Count,
  freeBytes: Nullable(Type.Integer({ description: 'free space of the file system; null for S3' })),
})

export const Backup = Type.Object({
  kind: Type.String(),
  startedAt: Instant,
  finishedAt: Nullable(Instant),
  location: Nullable(Type.String()),
  bytes: Nullable(Count),
  problem: Nullable(Type.String()),
  provenAt: Nullable(Instant),
  proofProblem: Nullable(Type.String()),
  host: Type.String(),
})
export type Backup = Static<typeof Backup>

const Database = Type.Object({
  version: Type.String(),
  bytes: Count,
  connections: Count,
  maxConnections: Count,
  isEmbedded: Type.Boolean(),
})

export const Statement = Type.Object({
  text: Nullable(
    Type.String({ description: 'with placeholders, or the first word of a command that has none; null for statements of other programs' }),
  ),
  calls: Nullable(Type.Integer({ description: 'null for a statement that is running now' })),
  ms: Type.Number({ description: 'mean duration, or how long it has been running' }),
  maxMs: Nullable(Type.Number()),
})
const Statements = Type.Object({
  source: oneOf(['statistics', 'running']),
  statements: Type.Array(Statement),
})

const part = <S extends TSchema>(schema: S) => Nullable(schema)

export const Operations = Type.Object({
  at: Instant,
  process: Type.Object({ host: Type.String(), pid: Count, version: Type.String(), startedAt: Instant, memoryBytes: Count }),
  nodes: part(Type.Array(Node)),
  mail: part(Mail),
  storage: part(Storage),
  backups: part(
    Type.Object({
      last: Nullable(Backup),
      proven: Nullable(Backup),
      failed: Nullable(Backup),
      running: Nullable(Backup),
    }),
  ),
  database: part(Database),
  statements: part(Statements),
  refusedCallers: Type.Array(
    Type.Object({
      network: Type.String({ examples: ['203.0.113.0/24'] }),
      limit: Type.String({ description: 'name of the rate limit' }),
      count: Count,
      lastAt: Instant,
    }),
    { description: 'refused by rate limits of this machine since its processes started, most recent first' },
  ),
  configuration: Type.Array(
    Type.Object({
      name: Type.String({ description: 'the environment variable' }),
      isSet: Type.Boolean(),
      isSecret: Type.Boolean(),
      value: Nullable(Type.String({ description: 'null if it is a secret or not set' })),
    }),
  ),
  problems: Type.Array(Type.Object({ part: oneOf(operationParts), message: Type.String() }), {
    description: 'parts that could not be read; they are null',
  }),
})
export type Operations = Static<typeof Operations>

export const getOperations = endpoint({
  id: 'getOperations',
  method: 'GET',
  path: '/console/operations',
  access: 'administrator',
  tag: 'Console',
  summary: 'The state of the service: processes, email, storage, backups, database, configuration',
  description: 'A part that cannot be read in time is null and has an entry in `problems`.',
  answer: Operations,
  errors: [],
})
