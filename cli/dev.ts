import { type ChildProcess, spawn } from 'node:child_process'
import { watch } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import type { Database } from '#database/sql.ts'
import { readConfig, readEnvironment } from '#run/config/config.ts'
import { quietLog } from '#run/log/log.ts'
import { openStore } from '#run/store.ts'

// npm run dev: like npm start, restarted whenever a source file changes. The embedded database keeps running meanwhile: it takes longer to
// stop and start than the service. Not node --watch: it sends messages of its own through worker threads, which took them for results.

const root = join(import.meta.dirname, '..')
const rooms = (
  'actions api auth backup catalog cli client console contract database demo dev-idp files heavy http mail migrations rules run search ' +
  'spreadsheet store texts ui'
).split(' ')
const PAUSE_MS = 50 // an editor writes a file in several steps, a checkout many files

const store = await openStore(readConfig(readEnvironment()), quietLog(), 0, { max: 1 })
const env = { ...process.env, DATABASE_URL: urlOf(store.database), NODE_COMPILE_CACHE: module.getCompileCacheDir() ?? '' }
let child: ChildProcess | null = null
let next: 'wait' | 'start' | 'end' = 'wait' // after the process has ended
let timer: NodeJS.Timeout | undefined

function start(): void {
  next = 'wait'
  child = spawn(process.execPath, [join(root, 'cli/main.ts'), 'serve', ...process.argv.slice(2)], { stdio: 'inherit', env })
  child.once('exit', (code) => {
    child = null
    if (next === 'start') start()
    else if (next === 'end' || code === 0) end(code ?? 0)
    else console.error('The service has ended. It is started again when a file changes.')
  })
}

function restart(): void {
  if (next === 'end') return
  next = 'start'
  if (child) child.kill('SIGTERM')
  else start()
}

function stop(signal: NodeJS.Signals): void {
  next = 'end'
  if (child) child.kill(signal)
  else end(0)
}

const end = (code: number): void => void store.close().finally(() => process.exit(code))

function urlOf(database: Database): string {
  if (typeof database === 'string') return database
  const { host, port, user, database: name } = database
  return `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host ?? '')}`
}

for (const room of rooms)
  watch(join(root, room), { recursive: true }, (_, name) => {
    if (name === null || /\.test\.tsx?$|\.md$/.test(name)) return
    clearTimeout(timer)
    timer = setTimeout(restart, PAUSE_MS)
  })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
process.once('disconnect', () => stop('SIGTERM'))
store.onLost(() => stop('SIGTERM'))
start()
