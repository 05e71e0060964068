import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { buildPackages } from '#deploy/prune.ts'
import { freePort } from '#tests/support/free-port.ts'
import { makeCheckout } from '#tests/support/process/checkout.ts'
import { debianProgram } from '#tests/support/process/debian-program.ts'
import { test } from '#tests/support/tier.ts'

const root = join(import.meta.dirname, '..', '..')
const unitFile = join(root, 'deploy/systemd/projectory.service')
const execute = promisify(execFile)

test('systemd rates the unit as well protected', async () => {
  const analyze = await debianProgram('systemd-analyze', 'systemd')
  const { stdout } = await execute(analyze, ['security', '--offline=true', '--no-pager', '--threshold=20', unitFile])
  const [, exposure] = /Overall exposure level for projectory\.service: ([\d.]+)/.exec(stdout)!
  assert.ok(Number(exposure) <= 2, stdout)
  assert.doesNotMatch(readFileSync(unitFile, 'utf8'), /^MemoryDenyWriteExecute=(yes|true|1)/m, 'the JIT compiler of Node would not work')
})

test('shellcheck finds nothing in the shell scripts', async () => {
  const shellcheck = await debianProgram('shellcheck')
  await execute(shellcheck, [join(root, 'deploy/install.sh'), join(root, 'deploy/systemd/projectory')])
})

// npm is replaced, so that no packages are fetched: `npm ci` copies those of this checkout.
function stubNpm(): string {
  const folder = mkdtempSync(join(tmpdir(), 'npm-stub-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const copy = (flags: string) => `cp ${flags} '${root}/node_modules' node_modules`
  const script = `#!/bin/sh\ntest "$1 $2" = "ci --omit=dev" && { ${copy('-al')} 2>/dev/null || ${copy('-a')}; }\n`
  writeFileSync(join(folder, 'npm'), script, { mode: 0o755 })
  return `${folder}:${dirname(process.execPath)}:/usr/sbin:/usr/bin:/sbin:/bin`
}

/** A folder with a copy of Node in the home folder of this user, as nvm makes it; null where that is not a usual home. */
function nodeInHome(): string | null {
  const { homedir } = userInfo()
  if (!/^\/(home\/.|root\b)/.test(homedir)) return null
  const folder = mkdtempSync(join(homedir, '.node-test-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  copyFileSync(process.execPath, join(folder, 'node'), constants.COPYFILE_FICLONE)
  return folder
}

async function install(checkout: string, target: string, path: string): Promise<string> {
  const env = { PATH: path, DESTDIR: target, HOME: target }
  const { stdout } = await execute(join(checkout, 'deploy/install.sh'), [], { env, cwd: '/', maxBuffer: 2 ** 24 })
  return stdout
}

/** What systemd would run, below the folder of the installation. */
function commandOf(target: string): { args: string[]; cwd: string; env: Record<string, string | undefined> } {
  const unit = readFileSync(join(target, 'etc/systemd/system/projectory.service'), 'utf8').replaceAll(/\/(opt|etc|var)\//g, `${target}/$1/`)
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)![1]!
  const pairs = (text: string) =>
    Object.fromEntries([...text.matchAll(/(?:^|\s)([A-Z_]+)=("[^"]*"|\S*)/g)].map(([, name, given]) => [name, given!.replaceAll('"', '')]))
  const file = readFileSync(value('EnvironmentFile'), 'utf8').replaceAll(/^#.*$/gm, '')
  return { args: value('ExecStart').split(' '), cwd: value('WorkingDirectory'), env: { ...pairs(value('Environment')), ...pairs(file) } }
}

async function runUnit(target: string, port: number): Promise<void> {
  const { args, cwd, env } = commandOf(target)
  assert.equal(env.TMPDIR, `${env.DATA_DIR}/tmp`, 'commands outside of the unit find the socket of its database')
  delete env.TMPDIR // here root runs it, and the database is another user, who may not enter the folder
  const child = spawn(args[0]!, args.slice(1), { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  const ended = once(child, 'exit')
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  try {
    while (!(await isReady())) {
      assert.deepEqual([child.exitCode, child.signalCode], [null, null], output)
      await sleep(50)
    }
    for (const path of ['/', '/console', '/api/docs']) assert.equal((await fetch(`http://127.0.0.1:${port}${path}`)).status, 200, path)
    child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null], output)
  } finally {
    child.kill('SIGKILL')
  }
}

test('the install script installs, keeps settings, key and data, and upgrades', { timeout: 1_200_000 }, async () => {
  const checkout = makeCheckout()
  const target = mkdtempSync(join(tmpdir(), 'install-test-'))
  after(() => rmSync(target, { recursive: true, force: true, maxRetries: 5 }))
  const path = stubNpm()
  const settings = join(target, 'etc/projectory/projectory.env')
  const key = join(target, 'etc/projectory/master.key')
  const releases = () => readdirSync(join(target, 'opt/projectory/releases')).toSorted()
  const current = () => readlinkSync(join(target, 'opt/projectory/current'))

  const home = nodeInHome()
  const first = await install(checkout, target, home === null ? path : `${home}:${path}`)
  assert.match(first, /fill in the empty settings/)
  if (home !== null) {
    assert.match(first, /is in a home folder.*Node is copied/)
    rmSync(home, { recursive: true }) // as ProtectHome hides it
  }
  assert.equal(statSync(key).mode & 0o777, 0o400)
  assert.equal(statSync(join(target, 'var/lib/projectory')).mode & 0o777, 0o700)
  assert.equal(releases().length, 1)
  for (const name of ['.git', '.env', 'data', 'client', ...[...buildPackages, 'typescript'].map((one) => `node_modules/${one}`)])
    assert.ok(!existsSync(join(target, 'opt/projectory/current', name)))

  const port = await freePort()
  writeFileSync(
    settings,
    readFileSync(settings, 'utf8')
      .replace('PUBLIC_URL=', 'PUBLIC_URL=https://projects.uni.example')
      .replace('SMTP_URL=', 'SMTP_URL=smtp://127.0.0.1:1')
      .replace('MAIL_FROM=', 'MAIL_FROM="Projects <projects@uni.example>"')
      .replace('MAIL_TO=', 'MAIL_TO=office@uni.example')
      .replace('PORT=8000', `PORT=${port}\nDRAIN_SECONDS=0\nWORKERS=1`),
  )
  const github = { name: 'github', kind: 'github', client: { id: 'a', secret: 'b' }, allow: { domains: ['uni.example'] } }
  writeFileSync(join(target, 'etc/projectory/providers.json'), JSON.stringify([github]))
  appendFileSync(join(checkout, 'CHANGELOG.md'), '\n')
  assert.match(await install(checkout, target, path), /is installed/, 'an upgrade before the first start: there is nothing to back up')
  assert.deepEqual(readdirSync(join(target, 'var/backups/projectory')), [])
  execFileSync('ln', ['-sfn', `releases/${releases().find((name) => !current().endsWith(name))}`, join(target, 'opt/projectory/current')])
  await runUnit(target, port) // the first release
  await install(checkout, target, path)
  const [written, secret, before] = [readFileSync(settings, 'utf8'), readFileSync(key, 'utf8'), current()]

  const again = await install(checkout, target, path)
  assert.match(again, /already installed/)
  assert.deepEqual([readFileSync(settings, 'utf8'), readFileSync(key, 'utf8'), current()], [written, secret, before])

  appendFileSync(join(checkout, 'CHANGELOG.md'), '\n')
  mkdirSync(join(checkout, 'data'))
  const data = readdirSync(join(target, 'var/lib/projectory'))
  await install(checkout, target, path)
  assert.notEqual(current(), before)
  assert.deepEqual(releases().length, 3, 'the releases before stay')
  assert.deepEqual([readFileSync(settings, 'utf8'), readFileSync(key, 'utf8')], [written, secret])
  assert.deepEqual(readdirSync(join(target, 'var/lib/projectory')), data)
  await runUnit(target, port)
  const { stdout } = await execute(join(target, 'usr/local/bin/projectory'), ['migrate'], {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
  })
  assert.match(stdout, /up to date/)

  // In the folder of the caller, but without its settings.
  const folder = mkdtempSync(join(tmpdir(), 'caller-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, '.env'), 'DATABASE_URL=postgres://nobody@127.0.0.1:1/other\n')
  const options = { env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }, cwd: folder }
  await execute(join(target, 'usr/local/bin/projectory'), ['backup', '--out', 'today.tar.zst'], options)
  await execute(join(target, 'usr/local/bin/projectory'), ['backup', 'verify', 'today.tar.zst'], options)
  assert.ok(existsSync(join(folder, 'today.tar.zst')))
})
