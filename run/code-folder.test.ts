import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, lchownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createKeyFile } from '#auth/token/secrets.ts'
import { freePort } from '#tests/support/free-port.ts'
import { providersFile } from '#tests/support/peer/evil-provider.ts'
import { makeCheckout, oldNode } from '#tests/support/process/checkout.ts'

// In production the code folder may be read-only, and nothing is written to it.

const folder = mkdtempSync(join(tmpdir(), 'code-folder-test-'))
chmodSync(folder, 0o755)
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

// Root may write everywhere, so the service runs as another user if that user can read the installed packages.
const nobody = { uid: 65534, gid: 65534 }
const probe = ['-c', 'test -x "$0" && test -r "$1"', process.execPath, join(import.meta.dirname, '../node_modules/fastify/package.json')]
const account = process.getuid?.() === 0 && spawnSync('/bin/sh', probe, nobody).status === 0 ? nobody : undefined

function production(dataDir: string): Record<string, string> {
  const github = { name: 'github', kind: 'github', client: { id: 'a', secret: 'b' }, allow: { domains: ['uni.example'] } }
  const key = join(dataDir, 'master.key')
  const providers = providersFile([github])
  mkdirSync(dataDir)
  createKeyFile(key)
  if (account) for (const path of [dataDir, key, dirname(providers), providers]) chownSync(path, account.uid, account.gid)
  return {
    NODE_ENV: 'production',
    WORKERS: '1',
    PUBLIC_URL: 'https://projects.uni.example',
    PROVIDERS: providers,
    KEY_FILE: key,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'projects@uni.example',
    MAIL_TO: 'office@uni.example',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
  }
}

/** Every file and folder of a checkout; node_modules is a link in it, and is not followed. */
function* walk(path: string): Generator<string> {
  yield path
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) yield* walk(join(path, name))
}

/** Everything that a write would change. */
function stateOf(checkout: string): string[] {
  return [...walk(checkout)].map((path) => {
    const { mtimeMs, ctimeMs, size, ino } = lstatSync(path)
    return [path, mtimeMs, ctimeMs, size, ino].join(' ')
  })
}

function changeModes(checkout: string, folders: number, files: number): void {
  for (const path of [...walk(checkout)]) {
    const stat = lstatSync(path)
    if (!stat.isSymbolicLink()) chmodSync(path, stat.isDirectory() ? folders : files)
  }
}

const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|TEST_)/i.test(name)))

async function serve(checkout: string, env: Record<string, string>) {
  const port = await freePort()
  const args = [join(checkout, 'bin/projectory.mjs'), 'serve']
  const child = spawn(process.execPath, args, { cwd: checkout, env: { ...clean, ...env, PORT: String(port) }, ...account })
  after(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const ended = once(child, 'exit')
  while (!output.includes('Projectory is ready')) {
    assert.deepEqual([child.exitCode, child.signalCode], [null, null], output)
    await sleep(50)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null], output)
  }
  return { origin: `http://127.0.0.1:${port}`, output: () => output, stop }
}

test('in production nothing is written to the code folder, and it may be read-only', {
  timeout: 300_000,
}, async () => {
  const checkout = makeCheckout()
  try {
    await startTwice(checkout)
  } finally {
    changeModes(checkout, 0o755, 0o644) // so that it can be removed
  }
})

async function startTwice(checkout: string): Promise<void> {
  rmSync(join(checkout, 'dist'), { recursive: true })
  const node = await oldNode(checkout) // as on a machine with Node 20 and a Node fetched earlier
  if (account) for (const path of walk(checkout)) lchownSync(path, account.uid, account.gid)
  const dataDir = join(folder, 'data')
  const env = production(dataDir)
  const writable = stateOf(checkout)

  const first = await serve(checkout, env)
  assert.match(first.output(), /building the client/)
  const page = await (await fetch(`${first.origin}/`)).text()
  const [, script] = /src="(\/assets\/[^"]+)"/.exec(page)!
  assert.equal((await fetch(first.origin + script)).status, 200)
  await first.stop()
  // The search index may still be written when the service stops.
  const cached = readdirSync(join(dataDir, 'cache')).filter((name) => !name.startsWith('search-index'))
  assert.deepEqual(cached.toSorted(), ['compile', 'web'])
  assert.deepEqual(stateOf(checkout), writable)

  changeModes(checkout, 0o555, 0o444)
  const readOnly = stateOf(checkout)
  const second = await serve(checkout, { ...env, ...node })
  assert.doesNotMatch(second.output(), /building the client/)
  assert.equal(await (await fetch(`${second.origin}/`)).text(), page)
  await second.stop()
  assert.deepEqual(stateOf(checkout), readOnly)
}
