import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** Replaces the part of a document between its two markers with a result and how it was made. */
export function writeSection(path: string, name: string, command: string, text: string): void {
  const file = new URL(`../../${path}`, import.meta.url)
  const before = readFileSync(file, 'utf8')
  const start = `<!-- ${name}: start -->`
  const from = before.indexOf(start)
  const to = before.indexOf(`<!-- ${name}: end -->`)
  if (from < 0 || to < from) throw new Error(`${path} has no place for “${name}”`)
  const day = new Date().toISOString().slice(0, 10)
  const made = `Made by \`${command}\` on ${day}, Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]!.model.trim()}.`
  writeFileSync(file, `${before.slice(0, from + start.length)}\n\n${made}\n\n${text}\n\n${before.slice(to)}`)
}
