import { hostname } from 'node:os'
import type { Logger, Tracer } from '@opentelemetry/api'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { within } from '#async/within.ts'
import { version } from '#run/parts.ts'
import { exportLimits } from './limits.ts'
import type { TracingSettings } from './settings.ts'

export type Exporter = { tracer: Tracer; logger: Logger; close(): Promise<void> }
/** Called when the collector cannot be reached, and when it can be reached again. */
export type OnChange = (isReached: boolean, error?: Error) => void

const DELAY_MS = 1000
const LONGEST_VALUE = 2048

/** Sends spans and log records in batches. What does not fit into the queue is dropped; nothing waits for the collector. */
export function createExporter(settings: TracingSettings, onChange: OnChange): Exporter {
  const { endpoint, headers, serviceName } = settings
  const { total: maxQueueSize, deadlineMs } = exportLimits
  // A collector may accept traces but no logs. That is reported once, not at each of the two exports.
  const failing = new Set<string>()
  const watch = (what: string) => (error: Error | undefined) => {
    const wasReached = failing.size === 0
    if (error === undefined) failing.delete(what)
    else failing.add(what)
    const isReached = failing.size === 0
    if (isReached !== wasReached) onChange(isReached, error)
  }
  const at = (path: string) => ({ url: urlOf(endpoint, path), headers, timeoutMillis: deadlineMs, concurrencyLimit: 5 })
  const batches = { scheduledDelayMillis: DELAY_MS, exportTimeoutMillis: deadlineMs, maxQueueSize, maxExportBatchSize: 512 }
  const resource = defaultResource().merge(
    resourceFromAttributes({
      'service.name': serviceName,
      'service.version': version,
      'service.instance.id': `${hostname()}:${process.pid}`,
    }),
  )
  const spans = new TracerProvider({
    resource,
    sampler: samplerOf(settings),
    spanLimits: { attributeValueLengthLimit: LONGEST_VALUE },
    spanProcessors: [new BatchSpanProcessor({ exporter: watched(new OTLPTraceExporter(at('/v1/traces')), watch('traces')), ...batches })],
  })
  const logs = new LoggerProvider({
    resource,
    logRecordLimits: { attributeValueLengthLimit: LONGEST_VALUE },
    processors: [new BatchLogRecordProcessor({ exporter: watched(new OTLPLogExporter(at('/v1/logs')), watch('logs')), ...batches })],
  })
  return {
    tracer: spans.getTracer('projectory', version),
    logger: logs.getLogger('projectory', version),
    async close() {
      await within(Promise.allSettled([spans.shutdown(), logs.shutdown()]), deadlineMs)
    },
  }
}

// The address may have a query.
function urlOf(endpoint: string, path: string): string {
  const url = new URL(endpoint)
  url.pathname = url.pathname.replace(/\/+$/, '') + path
  return url.href
}

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const root = sampler.endsWith('always_on')
    ? new AlwaysOnSampler()
    : sampler.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio)
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

type Result = { code: number; error?: Error }
type Exporting<T> = { export(items: T, done: (result: Result) => void): void }

function watched<T, E extends Exporting<T>>(exporter: E, note: (error: Error | undefined) => void): E {
  const send = exporter.export.bind(exporter)
  exporter.export = (items: T, done: (result: Result) => void) =>
    send(items, (result) => {
      note(result.code === 0 ? undefined : (result.error ?? new Error('the export failed')))
      done(result)
    })
  return exporter
}
