import { spawn } from 'node:child_process'

/** npm warns of much that need not worry anybody: what it says is shown only when it fails. */
export async function runNpm(args, cwd, complaint) {
  const own = process.env.npm_execpath
  const isNpm = own !== undefined && /npm-cli\.[cm]?js$/.test(own)
  const windows = process.platform === 'win32'
  const [command, first] = isNpm ? [process.execPath, [own]] : [windows ? 'npm.cmd' : 'npm', []]
  const npm = spawn(command, [...first, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'], shell: windows && !isNpm })
  const stop = (signal) => {
    npm.kill(signal)
    process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  let said = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text) => (said += text))
  const code = await new Promise((resolve) => npm.on('close', resolve).on('error', (error) => resolve(error.message)))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, stop)
  if (code !== 0) throw new Error(`${said}\n${complaint} (npm ${args[0]}: ${code})`.trim())
}
