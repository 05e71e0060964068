import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Attributes, type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Logger } from 'pino'
import type { Fetch } from '#auth/provider/provider.ts'
import type { StatementTrace } from '#database/sql.ts'
import type { FileStore, Received } from '#files/file-store.ts'
import type { Call } from '#http/call.ts'
import type { CallTrace } from '#http/server.ts'
import type { Transport } from '#mail/mail.ts'
import type { MailTrace } from '#mail/worker.ts'
import { createExporter } from './exporter.ts'
import { recordOf } from './log-record.ts'
import type { TracingSettings } from './settings.ts'
import { readTraceparent, writeTraceparent } from './traceparent.ts'

// Imported only if OTEL_EXPORTER_OTLP_ENDPOINT is set. Every span belongs to a call or an email: what a process does by itself, such as
// polling, has none. Attributes contain no values of statements, no addresses, no queries and no error messages, which may quote them.

export type Tracing = ReturnType<typeof startTracing>

const { CLIENT, CONSUMER, INTERNAL, SERVER } = SpanKind
const ignore = (): void => {}

export function startTracing(settings: TracingSettings) {
  let log: Pick<Logger, 'warn' | 'info'> | null = null
  const { tracer, logger, close } = createExporter(settings, (isReached, error) => {
    if (isReached) log?.info('traces and logs are exported again')
    else log?.warn({ err: error }, 'traces and logs cannot be exported')
  })
  const active = new AsyncLocalStorage<Context>()
  const currentSpan = (): Span | undefined => {
    const context = active.getStore()
    return context && trace.getSpan(context)
  }
  const traceparent = (): string | null => {
    const span = currentSpan()
    return span === undefined ? null : writeTraceparent(span.spanContext())
  }
  const headers = (): Record<string, string> => {
    const value = traceparent()
    return value === null ? {} : { traceparent: value }
  }

  async function inSpan<T>(
    name: string,
    options: { kind: SpanKind; attributes?: Attributes },
    work: (span?: Span) => Promise<T>,
  ): Promise<T> {
    const parent = active.getStore()
    if (parent === undefined) return work()
    const span = tracer.startSpan(name, options, parent)
    try {
      return await active.run(trace.setSpan(parent, span), work, span)
    } catch (error) {
      fail(span, error)
      throw error
    } finally {
      span.end()
    }
  }

  const calls = new WeakMap<IncomingMessage, { span: Span; context: Context }>()
  const call: CallTrace = {
    begin(message: IncomingMessage, response: ServerResponse, answer: () => void) {
      const remote = readTraceparent(message.headers.traceparent)
      const parent = remote === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote)
      const method = message.method!
      const span = tracer.startSpan(method, { kind: SERVER, attributes: { 'http.request.method': method } }, parent)
      const context = trace.setSpan(parent, span)
      calls.set(message, { span, context })
      response.once('close', () => {
        if (calls.delete(message)) span.end() // the caller has gone before the response
      })
      active.run(context, answer)
    },
    end(call: Call, { route, status }: { route: string; status: number }, writeLog: () => void) {
      const begun = calls.get(call.message)
      if (begun === undefined) return writeLog()
      calls.delete(call.message)
      const { span, context } = begun
      active.run(context, writeLog)
      if (route !== '') span.updateName(`${call.method} ${route}`).setAttribute('http.route', route)
      span.setAttributes({ 'http.response.status_code': status, 'projectory.request_id': call.id })
      if (call.code !== '') span.setAttribute('error.type', call.code)
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }

  const statements: StatementTrace = {
    traceparent,
    begin(text: string) {
      const parent = active.getStore()
      if (parent === undefined || trace.getSpan(parent)?.isRecording() !== true) return ignore
      const operation = /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? 'SQL'
      const attributes = {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': text.replace(/\s+/g, ' ').trim(),
      }
      const span = tracer.startSpan(operation, { kind: CLIENT, attributes }, parent)
      return (error) => {
        if (error !== null) fail(span, error)
        span.end()
      }
    },
  }

  const mail: MailTrace = (mail, send) => {
    const cause = readTraceparent(mail.traceparent)
    const parent = cause === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, cause)
    const attributes = { 'projectory.mail.kind': mail.kind, 'projectory.mail.id': mail.id, 'projectory.mail.attempt': mail.attempt }
    if (mail.requestId !== null) Object.assign(attributes, { 'projectory.request_id': mail.requestId })
    return active.run(parent, () => inSpan(`send ${mail.kind} email`, { kind: CONSUMER, attributes }, send))
  }

  return {
    call,
    statements,
    mail,
    close,
    /** Headers of outgoing calls. */
    headers,
    /** For log lines. */
    logFields: (): { traceId?: string } => {
      const span = currentSpan()
      return span === undefined ? {} : { traceId: span.spanContext().traceId }
    },
    exportLine: (line: string): void => logger.emit({ ...recordOf(line), context: active.getStore() ?? ROOT_CONTEXT }),
    /** Where failures of the export are reported. */
    reportTo(target: Pick<Logger, 'warn' | 'info'>): void {
      log = target
    },
    transport: ({ deliver }: Transport): Transport => ({
      deliver: (ready, commit, onSilent) =>
        inSpan('SMTP', { kind: CLIENT }, async (span) => {
          const outcome = await deliver(ready, commit, onSilent)
          span?.setAttribute('projectory.mail.outcome', outcome.kind)
          return outcome
        }),
    }),
    fetch: ((url, options: { method?: string; headers?: Record<string, string> }) => {
      const method = options.method ?? 'GET'
      const attributes = { 'http.request.method': method, 'server.address': new URL(url).hostname }
      return inSpan(`${method} identity provider`, { kind: CLIENT, attributes }, async (span) => {
        const own = new Headers(options.headers)
        for (const [name, value] of Object.entries(headers())) own.set(name, value)
        const response = await globalThis.fetch(url, { ...options, headers: own })
        span?.setAttribute('http.response.status_code', response.status)
        return response
      })
    }) as Fetch,
    files(store: FileStore): FileStore {
      const storing = { kind: INTERNAL }
      const traced = (received: Received): Received => ({
        ...received,
        keep: () => inSpan('storage keep', { ...storing, attributes: { 'file.size': received.size } }, () => received.keep()),
      })
      return {
        ...store,
        receive: async (source, limit) => traced(await inSpan('storage receive', storing, () => store.receive(source, limit))),
        keep: (bytes) => inSpan('storage keep', { ...storing, attributes: { 'file.size': bytes.byteLength } }, () => store.keep(bytes)),
        read: (sha256, size, range) =>
          inSpan('storage read', { ...storing, attributes: { 'file.size': size } }, () => store.read(sha256, size, range)),
        remove: (sha256) => inSpan('storage remove', storing, () => store.remove(sha256)),
      }
    },
  }
}

// The code of a database error, or the class of another one.
function fail(span: Span, error: unknown): void {
  const { code, constructor: kind } = error as { code?: unknown; constructor?: { name: string } }
  span.setAttribute('error.type', typeof code === 'string' ? code : (kind?.name ?? 'Error')).setStatus({ code: SpanStatusCode.ERROR })
}
