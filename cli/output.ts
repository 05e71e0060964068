import { readlinkSync } from 'node:fs'

/** A command whose output is redirected to a full disk has failed. One whose reader has gone, such as head, has not. */
export function failWithOutput(): void {
  let hasFailed = false
  process.stdout.on('error', async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || hasFailed) return
    hasFailed = true
    error.path ??= redirection()
    process.once('exit', () => {
      process.exitCode ||= 1
    })
    const { explainedHere } = await import('#run/explained.ts')
    console.error(`The output is not complete: ${explainedHere(error)}`)
  })
}

function redirection(): string | undefined {
  try {
    return readlinkSync('/proc/self/fd/1')
  } catch {
    return undefined // another system than Linux
  }
}
