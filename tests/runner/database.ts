import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#store/embedded/postgres.ts'
import { migrate } from '#store/migrate.ts'
import { seedDemo } from '#store/seed.ts'
import { connect } from '#store/sql.ts'
import { DEMO_TEMPLATE, TEMPLATE, type TestServer } from '#tests/support/database.ts'
import { keepInMemory } from '#tests/support/files.ts'

/** One PostgreSQL for the whole run, with two template databases that tests clone: migrated only, and with demo data. */
export async function startTestServer(): Promise<{ server: TestServer; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'projectory-test-'))
  // Durability has its own tests on separate servers, so it is off here for speed.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' } // several pools per test file
  const postgres = await startEmbedded(folder, { settings })
  const stop = async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const server = { host: postgres.host, port: postgres.port, user: postgres.user }
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
    return { server, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
