import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', '..', 'deploy', 'ha')

/** A file of deploy/ha with its ${NAMES} replaced: the rig runs the examples that operators read. */
export function template(file: string, values: Record<string, string>): string {
  return readFileSync(join(folder, file), 'utf8').replace(/\$\{([A-Z][A-Z0-9_]*)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${file}: no value for \${${name}}`)
    return value
  })
}
