import { createZipInspector } from '#files/zip-thread.ts'
import type { App, HttpConfig } from '#http/app.ts'
import type { AnyRoute } from '#http/handle.ts'
import { createConcurrencyLimit } from '#http/limits/concurrency-limit.ts'
import type { Preset } from '#http/limits/presets.ts'
import { presets } from '#http/limits/presets.ts'
import { createCounts } from '#http/observe/counts.ts'
import type { Checks } from '#http/observe/health.ts'
import { createLog } from '#http/observe/log.ts'
import { createPart, type Page } from '#http/part.ts'
import { createUploads } from '#http/request/upload.ts'
import { createHttpServer, type HttpServer } from '#http/server.ts'
import { createSignedIn } from '#http/session/signed-in.ts'
import { defaultSettings } from '#rules/settings/settings.ts'

export type TinyServer = { origin: string; port: number; http: HttpServer; logged: string[]; close(): Promise<void> }

export type TinySettings = {
  routes?: AnyRoute<App>[]
  pages?: Page[]
  config?: Partial<HttpConfig>
  limits?: Preset
  whenFresh?: App['changes']['whenFresh']
  checkReadiness?: () => Promise<Checks>
  drainPauseMs?: number
  now?: () => Date
  store?: Pick<App, 'sql' | 'signedIn'> // for tests with signed-in callers
}

// Without a store no token is valid.
const nobody = createSignedIn({
  sql: undefined as never,
  now: () => new Date(),
  reader: { cached: () => undefined, read: async () => null },
})

export const tinyConfig: HttpConfig = {
  publicUrl: 'http://directory.test',
  docsUrl: 'http://directory.test/docs',
  trustProxy: [],
  corsOrigins: [],
  rateLimits: 'off',
}

// Only the HTTP layer, with endpoints that the test defines, which may be slow or broken.
export async function startTiny(settings: TinySettings = {}): Promise<TinyServer> {
  const logged: string[] = []
  const app: App = {
    config: { ...tinyConfig, ...settings.config },
    settings: defaultSettings,
    sql: settings.store?.sql ?? (undefined as never),
    now: settings.now ?? (() => new Date()),
    log: createLog('debug', { write: (line) => void logged.push(line) }),
    counts: createCounts(),
    signedIn: settings.store?.signedIn ?? nobody,
    files: undefined as never,
    transfers: {
      uploads: createUploads({ shares: settings.limits?.shares }),
      zips: createZipInspector(),
      downloads: createConcurrencyLimit('downloads', settings.limits?.shares),
    },
    changes: {
      invalidate: () => {},
      wakeMailer: () => {},
      whenFresh: settings.whenFresh ?? (() => null),
      whenCaughtUp: () => null,
    },
  }
  const http = createHttpServer({
    app,
    parts: [createPart({ app, prefix: '', routes: settings.routes, pages: settings.pages })],
    checkReadiness: settings.checkReadiness ?? (async () => ({})),
    limits: settings.limits ?? presets.off,
    drainPauseMs: settings.drainPauseMs,
  })
  const port = await http.listen(0, '127.0.0.1')
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    http,
    logged,
    async close() {
      http.server.closeAllConnections()
      await http.drain()
    },
  }
}
