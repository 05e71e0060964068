import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

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

/** Installs one package into a folder of its own. `npm ci` with a lock file accepts only the bytes of the checksum; dependencies are left out. */
export async function installPackage({ name, version, integrity }, folder, failure) {
  const entry = { name: 'one-package', version: '0.0.0', dependencies: { [name]: version } }
  const packages = { '': entry, [`node_modules/${name}`]: { version, integrity } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...entry, private: true }))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...entry, lockfileVersion: 3, requires: true, packages }))
  await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder], folder, failure)
}
