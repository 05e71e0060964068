import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import { connect as connectTo, type Sql } from '#database/sql.ts'
import type { EmbeddedPostgres } from './postgres.ts'

export const isRoot = process.getuid?.() === 0

/** Faster, for tests that are not about durability. */
export const settings = { fsync: 'off' }

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-test-'))
  chmodSync(folder, 0o755)
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function connect(server: Pick<EmbeddedPostgres, 'host' | 'port' | 'user' | 'database'>): Sql {
  const { host, port, user, database } = server
  return connectTo({ host, port, user, database }, { connectTimeout: 60_000, statementTimeout: 60_000 })
}

/** Runs a query on a connection of its own and returns the first value. */
export async function queryValue(server: EmbeddedPostgres, query: string): Promise<unknown> {
  const sql = connect(server)
  try {
    const [row] = await sql.unsafe(query)
    return row && Object.values(row)[0]
  } finally {
    await sql.end()
  }
}

export type Program = { process: ChildProcess; ended: Promise<unknown>; lines: AsyncIterator<string>; kill(): Promise<void> }

/** A child process that imports this room and runs `body`; it communicates by lines. */
export function runProgram(body: string, options: { env?: NodeJS.ProcessEnv; room?: string; detached?: boolean } = {}): Program {
  const room = options.room ?? import.meta.dirname
  const code = `import { startEmbedded } from ${JSON.stringify(join(room, 'postgres.ts'))}
    import { connect } from ${JSON.stringify(import.meta.filename)}
    try { ${body} } catch (error) { console.log('failed: ' + error.message) }`
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined, ...options.env }
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: options.detached ?? false,
  })
  const ended = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  after(kill)
  return { process: child, ended, lines: createInterface(child.stdout)[Symbol.asyncIterator](), kill }
}

/** A program that starts the database, prints "ready" and runs until it is killed. */
export async function runDatabase(folder: string, options: { detached?: boolean } = {}): Promise<Program> {
  const program = runProgram(
    `const server = await startEmbedded(${JSON.stringify(folder)}, { settings: { fsync: 'off' } })
     process.on('SIGINT', () => {})
     setInterval(() => {}, 1000)
     console.log('ready')`,
    options,
  )
  const line = (await program.lines.next()).value
  if (line !== 'ready') throw new Error(line)
  return program
}
