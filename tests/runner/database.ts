import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readPidFile } from '#database/embedded/leftover.ts'
import { startEmbedded } from '#database/embedded/postgres.ts'
import { migrate } from '#database/migrate.ts'
import { connect } from '#database/sql.ts'
import { seedDemo } from '#demo/seed.ts'
import { DEMO_TEMPLATE, TEMPLATE, type TestServer } from '#tests/support/database.ts'
import { keepInMemory } from '#tests/support/files.ts'

// Each lane of a run has a PostgreSQL of its own, so that what a test file costs there can be measured. Each has two template databases
// that tests clone: migrated only, and with demo data. They are made once and copied.

export type LaneServer = {
  server: TestServer
  pid(): number | undefined
  /** The demo data are laid out around a day: after midnight they are made again. */
  makeCurrent(): Promise<void>
  stop(options?: { isSilent?: boolean }): Promise<void>
}

export const utcDay = (): string => new Date().toISOString().slice(0, 10)

// Durability has its own tests on separate servers, so it is off here for speed.
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200', // several pools per test file
  shared_buffers: '64MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

export async function startServers(folder: string, count: number): Promise<LaneServer[]> {
  const folders = Array.from({ length: count }, (_, lane) => join(folder, `database-${lane}`))
  const [first, ...others] = folders as [string, ...string[]]
  const day = utcDay()
  const maker = await startEmbedded(first, { settings })
  await makeTemplates(maker, day).finally(() => maker.stop())
  for (const other of others) {
    mkdirSync(other)
    execFileSync('cp', ['-a', join(first, 'data'), other])
  }
  const started = await Promise.allSettled(folders.map((one) => startServer(one, day)))
  const servers = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  for (const one of started)
    if (one.status === 'rejected') {
      await Promise.all(servers.map(({ stop }) => stop()))
      throw one.reason
    }
  return servers
}

async function startServer(folder: string, day: string): Promise<LaneServer> {
  const { host, port, user, stop } = await startEmbedded(folder, { settings })
  const server = { host, port, user }
  return {
    server,
    pid: () => readPidFile(join(folder, 'data'))?.pid,
    async makeCurrent() {
      if (day === utcDay()) return
      day = utcDay()
      await makeTemplates(server, day)
    },
    stop,
  }
}

async function makeTemplates({ host, port, user }: TestServer, today: string): Promise<void> {
  const on = (database: string) => connect({ host, port, user, database }, { max: 2, connectTimeout: 60_000, statementTimeout: 60_000 })
  const admin = on('postgres')
  for (const name of [DEMO_TEMPLATE, TEMPLATE]) await admin.unsafe(`drop database if exists ${name}`)
  await admin.unsafe(`create database ${TEMPLATE}`)
  const empty = on(TEMPLATE)
  await migrate(empty)
  await empty.end()
  await admin.unsafe(`create database ${DEMO_TEMPLATE} template ${TEMPLATE}`)
  const demo = on(DEMO_TEMPLATE)
  await seedDemo(demo, { today, storeFile: keepInMemory, hasCovers: false }) // without their bytes they would be broken images
  await demo.end()
  await admin.end()
}
