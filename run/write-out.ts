import { writeFileSync } from 'node:fs'
import { named } from '#files/file-store.ts'

/** A file that a command was asked for. */
export function writeOut(path: string, bytes: string | Uint8Array): void {
  try {
    writeFileSync(path, bytes)
  } catch (error) {
    throw named(error, path)
  }
}
