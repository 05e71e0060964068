import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startProcess } from './support/process/whole-process.ts'

// npm run test:outside: scanners of others against a demo directory on loopback. Each is limited in time; exit code 1 when one finds something.

type Finding = { tool: string; text: string }
type Run = { output: string; isEnded: boolean }

const packages = ['slowhttptest', 'sqlmap', 'nmap', 'wapiti']
const missing = packages.filter((name) => spawnSync('which', [name]).status !== 0)
if (missing.length > 0) {
  console.error(`Install the scanners first (Debian): apt-get install --no-install-recommends ${missing.join(' ')}`)
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'projectory-outside-'))
chmodSync(folder, 0o755)
const findings: Finding[] = []
const report = (tool: string, what: string, found: string[]): void => {
  console.log(`${found.length === 0 ? '✔' : '✖'} ${tool}: ${what}${found.length === 0 ? '' : `\n    ${found.join('\n    ')}`}`)
  findings.push(...found.map((text) => ({ tool, text })))
}

/** Ends the tool after so many seconds; what it printed until then counts. */
function run(command: string, args: string[], seconds: number): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: folder } })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
    let isEnded = true
    const timer = setTimeout(() => {
      isEnded = false
      child.kill('SIGKILL')
    }, seconds * 1000)
    child.on('error', reject)
    child.on('close', () => {
      clearTimeout(timer)
      resolve({ output, isEnded })
    })
  })
}

const linesWith = (output: string, pattern: RegExp): string[] => [...new Set(output.split('\n').filter((line) => pattern.test(line)))]

// Other visitors come from another address than the attacker.
async function probe(origin: string, until: Promise<unknown>): Promise<{ calls: number; failed: number; slowestMs: number }> {
  const result = { calls: 0, failed: 0, slowestMs: 0 }
  let isOver = false
  void until.then(() => (isOver = true))
  while (!isOver) {
    const startedAt = performance.now()
    const isServed = await new Promise<boolean>((resolve) => {
      const call = request(`${origin}/api/tag?probe=${result.calls}`, { localAddress: '127.0.0.9', timeout: 10_000 }, (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode === 200))
      })
      call.on('error', () => resolve(false))
      call.on('timeout', () => call.destroy())
      call.end()
    })
    result.calls++
    if (!isServed) result.failed++
    result.slowestMs = Math.max(result.slowestMs, Math.round(performance.now() - startedAt))
    await sleep(100)
  }
  return result
}

async function slowClients(origin: string): Promise<void> {
  const common = ['-c', '400', '-r', '100', '-i', '5', '-x', '24', '-p', '3', '-l', '25']
  const attacks: Record<string, string[]> = {
    'slow headers': ['-H', ...common, '-u', `${origin}/api/project/active`],
    'slow body, JSON': ['-B', ...common, '-t', 'POST', '-f', 'application/json', '-u', `${origin}/api/project/findmany`],
    'slow body, form': ['-B', ...common, '-t', 'POST', '-f', 'application/x-www-form-urlencoded', '-u', `${origin}/auth/mobile/exchange`],
    'slow read': ['-X', ...common, '-w', '1', '-y', '1', '-z', '1', '-k', '3', '-u', `${origin}/api/project/active`],
  }
  for (const [name, args] of Object.entries(attacks)) {
    const attack = run('slowhttptest', args, 60)
    const { calls, failed, slowestMs } = await probe(origin, attack)
    const isServed = failed <= calls / 100
    report(
      'slowhttptest',
      `${name}: another address ${calls - failed} of ${calls}, slowest ${slowestMs} ms`,
      isServed ? [] : [`${failed} of ${calls} failed`],
    )
  }
}

async function openPorts(origin: string): Promise<void> {
  const scripts = 'http-methods,http-trace,http-security-headers,http-slowloris-check'
  const { output } = await run('nmap', ['-Pn', '-sT', '-p', new URL(origin).port, '--script', scripts, '127.0.0.1'], 120)
  report('nmap', 'methods, TRACE, Slowloris', linesWith(output, /VULNERABLE|TRACE is enabled|Potentially risky methods: .*TRACE/))
}

async function injections(origin: string): Promise<void> {
  const targets = [
    ['-u', `${origin}/api/tag/filters/da*`],
    ['-u', `${origin}/api/user/role?query=a`],
    ['-u', `${origin}/api/project/active?tags=1&page=1&pageSize=5`],
    ['-u', `${origin}/api/project/findmany`, '--data', '{"page":1,"filters":{"query":"map","tags":[1]}}'],
    ['-u', `${origin}/auth/mobile/exchange`, '--data', '{"code":"abc"}'],
  ]
  for (const target of targets) {
    const args = [
      ...target,
      '--batch',
      '--ignore-code',
      '401',
      '--headers',
      'Content-Type: application/json',
      '--level',
      '2',
      '--risk',
      '1',
      '--technique',
      'BEUT',
      '--time-sec',
      '2',
      '--flush-session',
      '--disable-coloring',
    ]
    const { output, isEnded } = await run('sqlmap', [...args, '--output-dir', join(folder, 'sqlmap')], 150)
    const found = linesWith(output, /is vulnerable|appears to be .*injectable|^Parameter: |Payload: /)
    if (isEnded && !/do not appear to be injectable/.test(output))
      found.push(`no verdict: ${output.trim().split('\n').slice(-3).join(' ')}`)
    report('sqlmap', `${target[1]!.replace(origin, '')}${isEnded ? '' : ' (stopped after 150 s)'}`, found)
  }
}

async function webScan(origin: string): Promise<void> {
  const file = join(folder, 'wapiti.json')
  const modules = 'backup,brute_login_form,crlf,csp,exec,file,http_headers,methods,permanentxss,redirect,sql,ssrf,timesql,xss,xxe'
  const bounds = ['--max-scan-time', '180', '--max-attack-time', '30', '--flush-session', '--scope', 'domain', '--no-bugreport']
  for (const start of ['/', '/api/docs', '/console']) {
    const { output } = await run('wapiti', ['-u', origin + start, ...bounds, '-m', modules, '-f', 'json', '-o', file], 240)
    const found = readReport(file)
    report('wapiti', start, found ?? [`no report:\n${output.slice(-500)}`])
    rmSync(file, { force: true })
  }
}

// Not set on purpose: `frame-ancestors` of the Content-Security-Policy replaces the first, browsers have removed the second, and the third is
// sent where PUBLIC_URL is https.
const accepted = /(?:X-Frame-Options|X-XSS-Protection|Strict-Transport-Security) is not set/

type WapitiReport = {
  vulnerabilities: Record<string, { path: string; info: string }[]>
  anomalies: Record<string, { path: string; info: string }[]>
}

function readReport(file: string): string[] | null {
  try {
    const { vulnerabilities, anomalies } = JSON.parse(readFileSync(file, 'utf8')) as WapitiReport
    return [vulnerabilities, anomalies].flatMap((kinds) =>
      Object.entries(kinds).flatMap(([kind, all]) =>
        all.filter(({ info }) => !accepted.test(info)).map(({ path, info }) => `${kind}: ${path} ${info}`),
      ),
    )
  } catch {
    return null
  }
}

const service = await startProcess(join(folder, 'limited'))
try {
  await openPorts(service.origin)
  await slowClients(service.origin)
} finally {
  await service.kill('SIGTERM')
}
// Rate limits would answer most of what scanners send.
const unlimited = await startProcess(join(folder, 'unlimited'), { RATE_LIMITS: 'off' })
try {
  await injections(unlimited.origin)
  await webScan(unlimited.origin)
} finally {
  await unlimited.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}
console.log(findings.length === 0 ? 'No findings.' : `${findings.length} findings.`)
process.exit(findings.length === 0 ? 0 : 1)
