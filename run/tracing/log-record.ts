import { type Attributes, SeverityNumber } from '@opentelemetry/api'

const severities: Record<string, SeverityNumber> = {
  trace: SeverityNumber.TRACE,
  debug: SeverityNumber.DEBUG,
  info: SeverityNumber.INFO,
  warn: SeverityNumber.WARN,
  error: SeverityNumber.ERROR,
  fatal: SeverityNumber.FATAL,
}

/** The record of a line of the log, after its secrets were removed. */
export function recordOf(line: string) {
  const { level, time, msg, traceId: _, ...rest } = JSON.parse(line)
  const attributes: Attributes = rest
  return { severityNumber: severities[level], severityText: level, timestamp: Date.parse(time), body: msg, attributes }
}
