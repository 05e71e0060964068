export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** Where and how traces and logs are exported; the variables are those of OpenTelemetry. */
export type TracingSettings = {
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  sampler: (typeof samplers)[number]
  ratio: number
}

/** Null: nothing is exported, and the other variables are not read. Adds what is wrong to `faults`. */
export function readTracing(text: (name: string) => string | undefined, faults: string[]): TracingSettings | null {
  const endpoint = text('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (endpoint === undefined || text('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return null
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol))
    faults.push('OTEL_EXPORTER_OTLP_ENDPOINT: not a URL of the form http://collector.example.org:4318')
  const sampler = text('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on'
  if (!samplers.includes(sampler as never)) faults.push(`OTEL_TRACES_SAMPLER: “${sampler}” is not one of ${samplers.join(', ')}`)
  const ratio = Number(text('OTEL_TRACES_SAMPLER_ARG') ?? 1)
  if (!(ratio >= 0 && ratio <= 1)) faults.push('OTEL_TRACES_SAMPLER_ARG: not a number from 0 to 1')
  const headers = readHeaders(text('OTEL_EXPORTER_OTLP_HEADERS') ?? '')
  if (headers === null) faults.push('OTEL_EXPORTER_OTLP_HEADERS: not a list of the form name=value,name=value') // may contain a secret
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    headers: headers ?? {},
    serviceName: text('OTEL_SERVICE_NAME') ?? 'projectory',
    sampler: sampler as TracingSettings['sampler'],
    ratio,
  }
}

// W3C baggage format: values are percent-encoded.
function readHeaders(list: string): Record<string, string> | null {
  const headers: Record<string, string> = {}
  for (const part of list.split(',').filter((one) => one.trim() !== '')) {
    const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(part) ?? []
    if (name === undefined || value === undefined) return null
    try {
      headers[name] = decodeURIComponent(value)
    } catch {
      return null
    }
    if (!/^[\t\x20-\x7e]*$/.test(headers[name]!)) return null
  }
  return headers
}
