import { spawn } from 'node:child_process'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const running = new Set()

function stopAll(signal) {
  for (const npm of running) npm.kill(signal)
  process.exit(130)
}

/** Runs npm and prints its output only if it fails: its warnings (old Node, deprecations) need no action. */
export async function runNpm(args, cwd, failure) {
  const own = process.env.npm_execpath
  const isNpm = own !== undefined && /npm-cli\.[cm]?js$/.test(own)
  const windows = process.platform === 'win32'
  const [command, first] = isNpm ? [process.execPath, [own]] : [windows ? 'npm.cmd' : 'npm', []]
  const npm = spawn(command, [...first, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'], shell: windows && !isNpm })
  if (running.size === 0) for (const signal of signals) process.on(signal, stopAll)
  running.add(npm)
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text) => (output += text))
  const code = await new Promise((resolve) => npm.on('close', resolve).on('error', (error) => resolve(error.message)))
  running.delete(npm)
  if (running.size === 0) for (const signal of signals) process.off(signal, stopAll)
  if (code !== 0) throw new Error(`${output}\n${failure} (npm ${args[0]}: ${code})`.trim())
}
