import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readPidFile } from '#store/embedded/leftover.ts'
import { startEmbedded } from '#store/embedded/postgres.ts'
import { migrate } from '#store/migrate.ts'
import { seedDemo } from '#store/seed.ts'
import { connect } from '#store/sql.ts'
import { DEMO_TEMPLATE, TEMPLATE, type TestServer } from '#tests/support/database.ts'
import { keepInMemory } from '#tests/support/files.ts'

// Each lane of a run has a PostgreSQL of its own, so that what a test file costs there can be measured. Each has two template databases
// that tests clone: migrated only, and with demo data. They are made once and copied.

export type LaneServer = { server: TestServer; pid(): number | undefined; stop(options?: { isSilent?: boolean }): Promise<void> }

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
  await makeTemplates(first)
  for (const other of others) {
    mkdirSync(other)
    execFileSync('cp', ['-a', join(first, 'data'), other])
  }
  const started = await Promise.allSettled(folders.map(startServer))
  const servers = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  for (const one of started)
    if (one.status === 'rejected') {
      await Promise.all(servers.map(({ stop }) => stop()))
      throw one.reason
    }
  return servers
}

async function startServer(folder: string): Promise<LaneServer> {
  const { host, port, user, stop } = await startEmbedded(folder, { settings })
  return { server: { host, port, user }, pid: () => readPidFile(join(folder, 'data'))?.pid, stop }
}

async function makeTemplates(folder: string): Promise<void> {
  const { server, stop } = await startServer(folder)
  try {
    const admin = connect({ ...server, database: 'postgres' }, { max: 1, connectTimeout: 60_000, statementTimeout: 60_000 })
    await admin.unsafe(`create database ${TEMPLATE}`)
    const empty = connect({ ...server, database: TEMPLATE }, { max: 2, connectTimeout: 60_000 })
    await migrate(empty)
    await empty.end()
    await admin.unsafe(`create database ${DEMO_TEMPLATE} template ${TEMPLATE}`)
    const demo = connect({ ...server, database: DEMO_TEMPLATE }, { max: 2, connectTimeout: 60_000 })
    await seedDemo(demo, { today: new Date().toISOString().slice(0, 10), storeFile: keepInMemory, hasCovers: false }) // without their bytes they would be broken images
    await demo.end()
    await admin.end()
  } finally {
    await stop()
  }
}
