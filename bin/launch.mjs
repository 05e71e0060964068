// Runs one of our TypeScript files from a fresh clone: dependencies first, then a Node that can run it.
// Plain JavaScript for Node 20, and nothing imported from node_modules: there may be none yet.
import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ensureDependencies } from './dependencies.mjs'
import { ensureNode } from './runtime.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
// What Node made of our sources is kept: the next start takes half the time and 20 MB less.
const compiled = join(root, '.cache', 'compile')

/** @param {string} script a path from the package root; the caller's working directory stays what it is */
export async function launch(script, args) {
  const path = resolve(root, script)
  try {
    await ensureDependencies(root)
    const node = await ensureNode(root)
    if (node !== process.execPath) return handOver(node, path, args)
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
  module.enableCompileCache?.(compiled)
  process.argv = [process.execPath, path, ...args]
  await import(pathToFileURL(path).href)
}

/**
 * Ctrl-C reaches the child twice, from the terminal and from here: a signal meant for us alone (kill, a service
 * manager) must be passed on, and the two cannot be told apart. Whoever handles signals takes repeats within a
 * second for one. The IPC channel is there for its end: should we be killed, the child hears `disconnect`.
 */
export function handOver(node, script, args) {
  const child = spawn(node, [...process.execArgv, script, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { NODE_COMPILE_CACHE: compiled, ...process.env },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`Node could not be started: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

const invoked = process.argv[1] && realpathSync(process.argv[1])
if (invoked === fileURLToPath(import.meta.url)) {
  const [script, ...args] = process.argv.slice(2)
  if (script) await launch(script, args)
  else {
    console.error('Usage: node bin/launch.mjs <script.ts> [argument…]')
    process.exit(2)
  }
}
