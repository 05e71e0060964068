import type { SpanContext } from '@opentelemetry/api'

const FORMAT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const SAMPLED = 1

/** Reads the header of W3C Trace Context; null when it is absent or invalid. Later versions may have more fields. */
export function readTraceparent(text: unknown): SpanContext | null {
  const [, version, traceId, spanId, flags, more] = (typeof text === 'string' && FORMAT.exec(text)) || []
  if (traceId === undefined || spanId === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { traceId, spanId, traceFlags: Number.parseInt(flags!, 16) & SAMPLED, isRemote: true }
}

export const writeTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string => `00-${traceId}-${spanId}-0${traceFlags & SAMPLED}`
