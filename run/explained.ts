import { inspectConfig, readEnvironment } from './config/config.ts'
import { withSettingsFile } from './config/variables.ts'
import { explainDiskFault } from './files/disk-fault.ts'

// For errors where no configuration is at hand: by the environment as it is.

export function remedyHere(error: unknown): string | null {
  try {
    return explainDiskFault(error, inspectConfig(readEnvironment()).config)
  } catch {
    return null // the error itself is always reported
  }
}

/** What an operator needs to know of an error that ends a command: the disk that is full, and the file with the settings that it names. */
export function explainedHere(error: Error): string {
  const remedy = remedyHere(error)
  if (remedy !== null) return `${error.message}\n${remedy}`
  try {
    return withSettingsFile(error.message, inspectConfig(readEnvironment()).config.settingsFile)
  } catch {
    return error.message
  }
}
