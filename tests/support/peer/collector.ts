import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

type Value = { stringValue?: string; intValue?: number; [kind: string]: unknown }
type Attribute = { key: string; value: Value }
type Exported = { attributes: Attribute[]; traceId?: string; spanId?: string }
export type ExportedSpan = Exported & {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  status: { code?: number }
}
export type ExportedLog = Exported & { severityText: string; body: Value }

export type Collector = {
  url: string
  spans: ExportedSpan[]
  logs: ExportedLog[]
  resource: () => Record<string, unknown>
  headers: () => IncomingMessage['headers']
  /** Everything that was received. */
  text: () => string
  /** The first one that fits, when it has arrived. */
  span(fits: (span: ExportedSpan) => boolean): Promise<ExportedSpan>
  log(fits: (log: ExportedLog) => boolean): Promise<ExportedLog>
  close(): Promise<void>
}

export const attributesOf = ({ attributes }: { attributes: Attribute[] }): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** An OTLP collector: receives JSON over HTTP. `isHanging`: takes requests and never answers. */
export async function startCollector({ isHanging = false } = {}): Promise<Collector> {
  const spans: ExportedSpan[] = []
  const logs: ExportedLog[] = []
  let text = ''
  let headers: IncomingMessage['headers'] = {}
  let resource: { attributes: Attribute[] } = { attributes: [] }
  const server = createServer(async (message, response) => {
    let body = ''
    for await (const part of message.setEncoding('utf8')) body += part
    text += body
    headers = message.headers
    const { resourceSpans = [], resourceLogs = [] } = JSON.parse(body)
    for (const { resource: one, scopeSpans } of resourceSpans) {
      resource = one
      for (const scope of scopeSpans) spans.push(...scope.spans)
    }
    for (const { scopeLogs } of resourceLogs) for (const scope of scopeLogs) logs.push(...scope.logRecords)
    if (!isHanging) response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  async function first<T>(list: T[], fits: (one: T) => boolean): Promise<T> {
    for (const deadline = performance.now() + 60_000; performance.now() < deadline; await sleep(20)) {
      const found = list.find(fits)
      if (found !== undefined) return found
    }
    throw new Error(`not received; received were: ${JSON.stringify(list).slice(0, 5000)}`)
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    logs,
    resource: () => attributesOf(resource),
    headers: () => headers,
    text: () => text,
    span: (fits) => first(spans, fits),
    log: (fits) => first(logs, fits),
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}
