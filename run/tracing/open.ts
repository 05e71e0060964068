import type { Config } from '#run/config/config.ts'
import type { Tracing } from './tracing.ts'

/** Imported lazily: OpenTelemetry is loaded only when traces and logs are exported. */
export async function openTracing({ tracing }: Pick<Config, 'tracing'>): Promise<Tracing | null> {
  if (tracing === null) return null
  const { startTracing } = await import('./tracing.ts')
  return startTracing(tracing)
}
