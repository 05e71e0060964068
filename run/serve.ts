import type { Logger } from 'pino'
import type { Catalog } from '#catalog/catalog.ts'
import { createHttpServer, type HttpServer } from '#http/server.ts'
import { migrate } from '#store/migrate.ts'
import type { SeedCounts } from '#store/seed.ts'
import { createApp, openStore, type Store, seedIfEmpty } from './app.ts'
import type { Config } from './config.ts'
import { keepHeapTight } from './memory.ts'
import { apiUrlOf, makeParts, type PartName } from './parts.ts'

export type Running = {
  port: number
  seeded: SeedCounts | null
  store: Store
  http: HttpServer
  stop(): Promise<void>
  onLost(listener: (reason: string) => void): void
}

// Brings everything up in order and takes it down in the opposite one; whatever fails half-way is taken down too.
export async function serve(config: Config, log: Logger, alone: PartName | null = null): Promise<Running> {
  keepHeapTight()
  const store = await openStore(config, log)
  let catalog: Catalog | undefined
  try {
    await migrate(store.sql)
    const seeded = await seedIfEmpty(config, store.sql, () => new Date())
    const { app, shelf } = await createApp(config, store, log, { apiUrl: apiUrlOf(config, alone) })
    catalog = app.catalog
    const isReady = async () => (await store.sql`select 1`).length === 1
    const http = await createHttpServer({ app, parts: makeParts(config, alone), shelf, isReady })
    const port = await http.listen(config.port, config.host)
    return {
      port,
      seeded,
      store,
      http,
      onLost: store.onLost,
      async stop() {
        await http.drain()
        await app.catalog.close()
        await store.close()
      },
    }
  } catch (error) {
    await catalog?.close()
    await store.close()
    throw error
  }
}
