import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ApiApp } from '#api/app.ts'
import { SHED_ABOVE_MS } from '#http/limits/resources.ts'
import { createLog } from '#http/observe/log.ts'
import { assemble } from '#run/app.ts'
import { readConfig } from '#run/config/config.ts'
import { limitHeapGrowth } from '#run/memory.ts'
import { openStore } from '#run/store.ts'

// The service in production mode, with rate limits that are counted but never reached.
limitHeapGrowth()
const config = readConfig({ ...process.env, DEMO: 'false', PORT: '0' })
const log = createLog('info', { write: () => true })
const startedAt = performance.now()
const store = await openStore(config, log)
const limits = {
  calls: { name: 'calls', burst: 1e9, perMinute: 6e10 },
  search: { name: 'search', burst: 1e9, perMinute: 6e10 },
  shedAboveMs: process.env.SHEDDING === 'off' ? undefined : process.env.SHEDDING === 'always' ? -1e9 : SHED_ABOVE_MS,
}
const { app, http, close } = await assemble(config, store.sql, log, {
  limits,
  // Where nothing answers no notifications arrive.
  database: process.env.LISTENING === 'off' ? { host: '/nonexistent', port: 1, user: '', database: '' } : store.database,
})
const { catalog } = app as ApiApp
const port = await http.listen(0, '127.0.0.1')
const readyMs = Math.round(performance.now() - startedAt)
while (!catalog.searchIsReady) await new Promise((resolve) => setTimeout(resolve, 20))
process.send!({ port, readyMs, searchMs: Math.round(performance.now() - startedAt), database: store.database })

const delay = monitorEventLoopDelay()
delay.enable()
const { calls } = http.observed
const count = calls.add
process.on('message', async (message) => {
  if (message === 'count') calls.add = count
  if (message === 'do not count') calls.add = () => {}
  if (message === 'usage') {
    process.send!({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss(), loopP99: delay.percentile(99) / 1e6 })
    delay.reset()
  }
  if (message === 'stop') {
    http.server.closeAllConnections()
    await close()
    await store.close()
    process.exit(0)
  }
})
