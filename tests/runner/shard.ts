import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { seedNumber } from '#tests/support/tier.ts'
import { atEnd, current, uncaughtErrors } from './current.ts'
import type { FromShard, ToShard } from './messages.ts'

// A process that runs test files one after another, each as a suite: hooks at the top of a file belong to that suite.
// The parent sends the next file when it has received the results of the previous one (tests/runner/reporter.ts).

const folder = process.argv[2]!
fc.configureGlobal({ seed: seedNumber }) // the same commit makes the same cases, on every machine
const FILE_TIMEOUT = 1_500_000

const files: ToShard[] = []
let wake = () => {}
process.on('message', (message: ToShard) => {
  files.push(message)
  wake()
  if ('endWithin' in message) setTimeout(reportOpenResources, message.endWithin).unref()
})
process.once('disconnect', () => process.exit(1)) // the parent has exited
function reportOpenResources(): void {
  const text = `a process did not end after its last file; left open: ${process.getActiveResourcesInfo().join(', ')}`
  process.send!({ type: 'problem', text } satisfies FromShard, () => process.exit(1))
}
async function next(): Promise<ToShard> {
  while (files.length === 0) await new Promise<void>((resolve) => (wake = resolve))
  return files.shift()!
}

for (const name of ['uncaughtException', 'unhandledRejection'])
  process.on(name, (error) => uncaughtErrors.push(`while ${current.file} ran: ${error instanceof Error ? error.stack : error}`))

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'unhandledRejection']
const countListeners = () => Object.fromEntries(SIGNALS.map((name) => [name, process.listenerCount(name)]))

// Restores the environment variables and the working directory after each file.
const [env, cwd] = [{ ...process.env }, process.cwd()]
function restore(): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
  process.chdir(cwd)
}

for (let message = await next(); !('endWithin' in message); message = await next()) {
  if ('prepare' in message) {
    await import('#tests/support/service.ts')
    if (message.prepare === 'browser') await (await import('#tests/support/browser.ts')).sharedBrowser()
    process.send!({ type: 'prepared' } satisfies FromShard)
    continue
  }
  const { file } = message
  Object.assign(current, { file, leftOut: 0 })
  await describe(file, { timeout: FILE_TIMEOUT }, async () => {
    const listeners = countListeners() // inside the suite: node adds its own listeners with the first suite
    await import(pathToFileURL(join(folder, file)).href)
    after(() => assert.deepEqual(countListeners(), listeners, 'the file removes its process listeners'))
  })
  restore()
}
await Promise.all(atEnd.map((close) => close()))
process.channel!.unref()
