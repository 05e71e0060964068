import { createLog } from '#http/log.ts'
import { createHttpServer } from '#http/server.ts'
import { createApp, openStore } from '#run/app.ts'
import { readConfig } from '#run/config.ts'
import { keepHeapTight } from '#run/memory.ts'
import { makeParts } from '#run/parts.ts'

// The service as it runs in production, with limits that count every call but are never used up.
keepHeapTight()
const config = readConfig({ ...process.env, DEMO: 'false', PORT: '0' })
const log = createLog('info', { write: () => true })
const startedAt = performance.now()
const store = await openStore(config, log)
const limits = {
  calls: { name: 'calls', burst: 1e9, perMinute: 6e10 },
  search: { name: 'search', burst: 1e9, perMinute: 6e10 },
  connections: 1000,
}
const { app, shelf } = await createApp(config, store, log, { apiUrl: `${config.publicUrl}/api` })
const http = await createHttpServer({ app, parts: makeParts(config, null), shelf, isReady: async () => true, limits })
const port = await http.listen(0, '127.0.0.1')
const readyMs = Math.round(performance.now() - startedAt)
while (!app.catalog.searchIsReady) await new Promise((resolve) => setTimeout(resolve, 20))
process.send!({ port, readyMs, searchMs: Math.round(performance.now() - startedAt), database: store.database })

process.on('message', async (message) => {
  if (message === 'usage') process.send!({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss() })
  if (message === 'stop') {
    http.server.closeAllConnections()
    await http.drain()
    await app.catalog.close()
    await store.close()
    process.exit(0)
  }
})
