import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pretendOldNode } from '#tests/support/process/checkout.ts'
import { makeClone, runNode, writeDependencies } from '#tests/support/process/clone.ts'

// Real installations by npm, from local package files.

const versionOf = (root: string, name: string): string | undefined => {
  const path = join(root, 'node_modules', name, 'package.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).version : undefined
}
const start = (root: string, env: NodeJS.ProcessEnv = {}) => runNode(['start.mjs'], { cwd: root, env })
const develop = (root: string, env: NodeJS.ProcessEnv = {}) => runNode(['bin/launch.mjs', 'say.ts'], { cwd: root, env })

function cloneWith(dependencies: Parameters<typeof writeDependencies>[1]): string {
  const root = makeClone()
  writeFileSync(join(root, 'start.mjs'), `import { launch } from './bin/launch.mjs'\nawait launch('say.ts', [], { withDev: false })`)
  writeDependencies(root, dependencies)
  return root
}

test('a start installs its packages, and a development command adds the others without changing them', async () => {
  const root = cloneWith({ small: { version: '1.0.0' }, tool: { version: '1.0.0', isDev: true } })
  const first = await start(root)
  assert.deepEqual([first.code, versionOf(root, 'small'), versionOf(root, 'tool')], [0, '1.0.0', undefined], first.error)
  assert.match(first.error, /^Installing dependencies/)
  const { ino } = statSync(join(root, 'node_modules/small'))
  const second = await develop(root)
  assert.deepEqual([second.code, versionOf(root, 'tool')], [0, '1.0.0'], second.error)
  assert.equal(statSync(join(root, 'node_modules/small')).ino, ino, 'the same folder as before')
  assert.ok(existsSync(join(root, 'node_modules/.bin/tool')))
  for (const again of [await start(root), await develop(root)]) assert.deepEqual([again.code, again.error], [0, ''])
  assert.ok(!readdirSync(join(root, '.cache')).some((name) => name.startsWith('install-draft-')))
})

test('a start removes neither development packages nor packages that are not in the lock file', async () => {
  const root = cloneWith({ small: { version: '1.0.0' }, tool: { version: '1.0.0', isDev: true } })
  assert.equal((await develop(root)).code, 0)
  mkdirSync(join(root, 'node_modules/by-hand'))
  writeFileSync(join(root, 'node_modules/by-hand/package.json'), '{"name":"by-hand","version":"0.0.1"}')
  writeDependencies(root, { small: { version: '2.0.0' }, other: { version: '1.0.0' }, tool: { version: '1.0.0', isDev: true } })
  const { code, error } = await start(root)
  assert.equal(code, 0, error)
  assert.deepEqual(
    ['small', 'other', 'tool', 'by-hand'].map((name) => versionOf(root, name)),
    ['2.0.0', '1.0.0', '1.0.0', '0.0.1'],
  )
})

test('a package that an older lock file nested in another one is removed', async () => {
  const root = cloneWith({ small: { version: '1.0.0' }, other: { version: '1.0.0' } })
  assert.equal((await start(root)).code, 0)
  const nested = join(root, 'node_modules/other/node_modules/small')
  mkdirSync(nested, { recursive: true })
  writeFileSync(join(nested, 'package.json'), '{"name":"small","version":"0.9.0"}')
  writeDependencies(root, { small: { version: '2.0.0' }, other: { version: '1.0.0' } })
  assert.equal((await start(root)).code, 0)
  assert.deepEqual([versionOf(root, 'small'), existsSync(nested)], ['2.0.0', false])
})

const other = '/dev/shm' // a file system of its own on Linux
test('node_modules may be on another file system', {
  skip: !existsSync(other) && `needs ${other}, a file system of its own: run it on Linux with npm test bin/dependencies`,
}, async () => {
  const root = cloneWith({ small: { version: '1.0.0' } })
  const volume = mkdtempSync(join(other, 'launch-test-'))
  after(() => rmSync(volume, { recursive: true, force: true }))
  symlinkSync(volume, join(root, 'node_modules'))
  const first = await start(root)
  assert.deepEqual([first.code, versionOf(root, 'small')], [0, '1.0.0'], first.error)
  assert.ok(existsSync(join(root, 'node_modules/.bin/small')))
  writeDependencies(root, { small: { version: '2.0.0' } })
  const second = await start(root)
  assert.deepEqual([second.code, versionOf(root, 'small')], [0, '2.0.0'], second.error)
})

async function startLasting(root: string): Promise<ChildProcess> {
  writeFileSync(join(root, 'lasting.ts'), `process.on('SIGTERM', () => process.exit()); setInterval(() => {}, 1000); console.log('ready')`)
  writeFileSync(join(root, 'last.mjs'), `import { launch } from './bin/launch.mjs'\nawait launch('lasting.ts', [], { withDev: false })`)
  const child = spawn(process.execPath, ['last.mjs'], {
    cwd: root,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_ENV: undefined },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  after(() => child.kill('SIGKILL'))
  await once(child.stdout!, 'data')
  return child
}

test('while a process runs from the folder packages are added, but none is replaced', async () => {
  const root = cloneWith({ small: { version: '1.0.0' } })
  const running = await startLasting(root)
  writeDependencies(root, { small: { version: '1.0.0' }, other: { version: '1.0.0' } })
  assert.equal((await start(root)).code, 0)
  assert.equal(versionOf(root, 'other'), '1.0.0')
  writeDependencies(root, { small: { version: '2.0.0' }, other: { version: '1.0.0' } })
  const refused = await start(root)
  assert.deepEqual([refused.code, versionOf(root, 'small')], [1, '1.0.0'], refused.error)
  assert.match(refused.error, new RegExp(`other versions of small, and process ${running.pid} runs from this folder.*Stop it`))
  running.kill('SIGTERM')
  await once(running, 'exit')
  assert.equal((await start(root)).code, 0)
  assert.equal(versionOf(root, 'small'), '2.0.0')
})

test('a killed process does not block the replacement of packages', async () => {
  const root = cloneWith({ small: { version: '1.0.0' } })
  const running = await startLasting(root)
  running.kill('SIGKILL')
  await once(running, 'exit')
  writeDependencies(root, { small: { version: '2.0.0' } })
  const { code, error } = await start(root)
  assert.deepEqual([code, versionOf(root, 'small')], [0, '2.0.0'], error)
})

test('in production nothing is installed: the message names the packages and the command, exit 1', async () => {
  const root = cloneWith({ small: { version: '1.0.0' }, tool: { version: '1.0.0', isDev: true } })
  const files = () => readdirSync(root, { recursive: true }).toSorted()
  const before = files()
  const bare = await start(root, { NODE_ENV: 'production' })
  assert.equal(bare.code, 1)
  assert.match(
    bare.error,
    /another version than package-lock.json names: small\.\nIn production nothing is installed.*: npm ci --omit=dev$/,
  )
  const tests = await develop(root, { NODE_ENV: 'production' })
  assert.deepEqual([tests.code, /small, tool\..*npm ci --include=dev$/s.test(tests.error)], [1, true], tests.error)
  writeFileSync(join(root, '.env'), 'PORT=1\nNODE_ENV="production" # as on the server\n')
  assert.equal((await start(root)).code, 1, 'the same by .env')
  rmSync(join(root, '.env'))
  assert.deepEqual(files(), before)
})

test('in production no Node is fetched either', async () => {
  const root = cloneWith({})
  const before = readdirSync(root, { recursive: true }).toSorted()
  const { code, error } = await start(root, { NODE_ENV: 'production', NODE_OPTIONS: pretendOldNode })
  assert.equal(code, 1)
  assert.match(error, /needs Node 24 or newer, and this is v20\.20\.0.*\nIn production nothing is installed.* npx projectory build$/)
  assert.deepEqual(readdirSync(root, { recursive: true }).toSorted(), before)
})

test('an installation with development packages is sufficient for production, and nothing is written', async () => {
  const root = cloneWith({ small: { version: '1.0.0' }, tool: { version: '1.0.0', isDev: true } })
  assert.equal((await develop(root)).code, 0)
  const files = () =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => `${name} ${statSync(join(root, name)).mtimeMs}`)
  const before = files()
  const { code, error } = await start(root, { NODE_ENV: 'production' })
  assert.deepEqual([code, error], [0, ''])
  assert.deepEqual(files(), before)
})

test('packages for other platforms are not missing', async () => {
  const root = cloneWith({ small: { version: '1.0.0' } })
  assert.equal((await start(root)).code, 0)
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  lock.packages['node_modules/small'].optionalDependencies = { elsewhere: '1.0.0', everywhere: '1.0.0' }
  lock.packages['node_modules/elsewhere'] = { version: '1.0.0', optional: true, os: ['none'], dependencies: { part: '1.0.0' } }
  lock.packages['node_modules/part'] = { version: '1.0.0', optional: true } // comes only with elsewhere
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock))
  assert.equal((await start(root, { NODE_ENV: 'production' })).code, 0)
  lock.packages['node_modules/everywhere'] = { version: '1.0.0', optional: true, os: ['!none'] }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock))
  assert.match((await start(root, { NODE_ENV: 'production' })).error, /names: everywhere\./)
})
