// Runs a TypeScript file from a fresh clone: installs the dependencies and, if needed, a Node that can run it.
// Plain JavaScript for Node 20, without imports from node_modules, which may not exist yet.
import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { inShort, installMissing, listMissing } from './dependencies.mjs'
import { withInstallLock } from './install-lock.mjs'
import { stopWithNpm } from './parent.mjs'
import { announceRunning } from './running.mjs'
import { fetchNode, findNode, nodeAdvice } from './runtime.mjs'
import { isProduction, setting } from './settings.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * @param {string} script a path from the package root; the caller's working directory stays what it is
 * @param {{ withDev: boolean }} needs whether the script needs the packages for development too
 */
export async function launch(script, args, needs) {
  const path = resolve(root, script)
  stopWithNpm()
  let node
  try {
    node = await prepare(needs)
  } catch (error) {
    // A service in production writes only JSON, see run/log/json-lines.ts.
    const isLogged = isProduction() && args[0] === 'serve'
    console.error(isLogged ? JSON.stringify({ level: 'fatal', time: new Date().toISOString(), msg: error.message }) : error.message)
    process.exit(1)
  }
  announceRunning(root)
  if (node !== process.execPath) return handOver(node, path, args)
  const cache = compileCache()
  if (cache) module.enableCompileCache?.(cache)
  process.argv = [process.execPath, path, ...args]
  await import(pathToFileURL(path).href)
}

/** Installs missing packages, except in production, and returns the Node to run with. */
async function prepare(needs) {
  const missing = listMissing(root, needs)
  const node = findNode(root)
  if (missing.length === 0 && node !== null) return node
  if (isProduction()) throw new Error(productionAdvice(missing, needs))
  await withInstallLock(root, async () => {
    const results = await Promise.allSettled([installMissing(root, needs), fetchNode(root)])
    for (const { reason } of results) if (reason) throw reason
  })
  return findNode(root)
}

function productionAdvice(missing, { withDev }) {
  const note = 'In production nothing is installed at startup.'
  if (missing.length === 0) return `${nodeAdvice}\n${note} Run in ${root} to fetch it: NODE_ENV=development npx projectory build`
  const names = missing.map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  return `Packages are missing or have another version than package-lock.json names: ${inShort(names)}.
${note} Run in ${root}: npm ci ${withDev ? '--include=dev' : '--omit=dev'}`
}

/** A compile cache halves the time of the next start and saves 20 MB. In production it is in the data folder. */
function compileCache() {
  if (!isProduction()) return join(root, '.cache', 'compile')
  const data = resolve(setting('DATA_DIR') ?? 'data')
  return existsSync(data) ? join(data, 'cache', 'compile') : undefined
}

/**
 * Signals are forwarded, because kill or a service manager signals only this process. Ctrl-C therefore reaches the child twice, from the
 * terminal and from here; the command ignores repeats within a second. The IPC channel detects the end of this process: if it is killed,
 * the child gets `disconnect`.
 */
export function handOver(node, script, args) {
  const cache = compileCache()
  const child = spawn(node, [...process.execArgv, script, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: cache ? { NODE_COMPILE_CACHE: cache, ...process.env } : process.env,
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`Node could not be started: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

const invoked = process.argv[1] && realpathSync(process.argv[1])
if (invoked === fileURLToPath(import.meta.url)) {
  const [script, ...args] = process.argv.slice(2)
  if (script) await launch(script, args, { withDev: true })
  else {
    console.error('Usage: node bin/launch.mjs <script.ts> [argument…]')
    process.exit(2)
  }
}
