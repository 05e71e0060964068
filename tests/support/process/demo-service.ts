import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#database/embedded/postgres.ts'
import { migrate } from '#database/migrate.ts'
import { connect } from '#database/sql.ts'
import { type StoreFile, seedDemo } from '#demo/seed.ts'
import { createDemoRounds } from '#run/rounds/demo-rounds.ts'
import { createRoundSecrets } from '#run/rounds/secrets.ts'
import { keepInMemory } from '#tests/support/files.ts'
import { startService, type TestService } from '#tests/support/service.ts'

/** A service with the demo data on a database of its own, for scripts that take pictures. */
export async function withDemoService(use: (service: TestService) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'projectory-screens-'))
  const postgres = await startEmbedded(folder, { settings: { fsync: 'off' } })
  try {
    const { host, port, user, database: name } = postgres
    const database = { host, port, user, database: name }
    const sql = connect(database)
    await migrate(sql)
    const demoBytes: Uint8Array[] = []
    const storeFile: StoreFile = (bytes) => {
      demoBytes.push(bytes)
      return keepInMemory(bytes)
    }
    const keyFile = join(folder, 'master.key')
    const rounds = createDemoRounds(createRoundSecrets({ keyFile, isProduction: false }))
    await seedDemo(sql, { today: new Date().toISOString().slice(0, 10), storeFile, rounds })
    const service = await startService({
      database: { sql, database, close: async () => void (await sql.end()) },
      env: { KEY_FILE: keyFile },
    })
    for (const bytes of demoBytes) await service.app.files.keep(bytes)
    await use(service)
    await service.close()
    await sql.end()
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
