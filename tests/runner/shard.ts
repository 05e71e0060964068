import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { atEnd, current, strays } from './current.ts'
import type { FromShard, ToShard } from './messages.ts'

// A process that runs test files one after another, each as a suite: hooks at the top of a file belong to that suite.
// The parent names the next file when it has the results of the one before (tests/runner/reporter.ts).

const folder = process.argv[2]!
const FILE_TIMEOUT = 600_000

const files: ToShard[] = []
let wake = () => {}
process.on('message', (message: ToShard) => {
  files.push(message)
  wake()
  if ('endWithin' in message) setTimeout(complain, message.endWithin).unref()
})
process.once('disconnect', () => process.exit(1)) // the parent is gone
function complain(): void {
  const text = `a process did not end after its last file; left open: ${process.getActiveResourcesInfo().join(', ')}`
  process.send!({ type: 'complaint', text } satisfies FromShard, () => process.exit(1))
}
async function next(): Promise<ToShard> {
  while (files.length === 0) await new Promise<void>((resolve) => (wake = resolve))
  return files.shift()!
}

for (const name of ['uncaughtException', 'unhandledRejection'])
  process.on(name, (error) => strays.push(`while ${current.file} ran: ${error instanceof Error ? error.stack : error}`))

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'unhandledRejection']
const countListeners = () => Object.fromEntries(SIGNALS.map((name) => [name, process.listenerCount(name)]))

// Every file finds the environment and the folder that the process began with.
const [env, cwd] = [{ ...process.env }, process.cwd()]
function restore(): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
  process.chdir(cwd)
}

for (let order = await next(); 'file' in order; order = await next()) {
  const { file } = order
  current.file = file
  await describe(file, { timeout: FILE_TIMEOUT }, async () => {
    const listeners = countListeners() // here, because node's own are there only from the first suite on
    await import(pathToFileURL(join(folder, file)).href)
    after(() => assert.deepEqual(countListeners(), listeners, 'the file takes its listeners off the process'))
  })
  restore()
}
await Promise.all(atEnd.map((close) => close()))
process.channel!.unref()
