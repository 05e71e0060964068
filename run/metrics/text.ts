import type { Labels, Snapshot } from './snapshot.ts'

// The text format of Prometheus, version 0.0.4.
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

const escapedHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
const escapedValue = (text: string): string => escapedHelp(text).replaceAll('"', '\\"')

function labelsText(labels: Labels): string {
  const pairs = Object.entries(labels)
  return pairs.length === 0 ? '' : `{${pairs.map(([name, value]) => `${name}="${escapedValue(value)}"`).join(',')}}`
}

const numberText = (value: number): string =>
  Number.isFinite(value) ? String(value) : Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'

/** A metric without values has its description. */
export function metricsText(snapshot: Snapshot): string {
  let text = ''
  for (const { name, help, type, samples } of snapshot) {
    text += `# HELP ${name} ${escapedHelp(help)}\n# TYPE ${name} ${type}\n`
    for (const { suffix = '', labels, value } of samples) text += `${name}${suffix}${labelsText(labels)} ${numberText(value)}\n`
  }
  return text
}
