import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { defaultPictureHosts } from '#rules/sign-in/claims.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { ensureWebBuild, type WebBuild } from './build.ts'

let service: TestService
let build: WebBuild
before(async () => {
  service = await startService()
  build = await ensureWebBuild()
})
after(() => service.close())

const get = (path: string, headers: Record<string, string> = {}) => fetch(service.origin + path, { headers, redirect: 'manual' })

test('every route of the client is answered with its page, and other paths are not', async () => {
  assert.ok(build.routes.client.length >= 14)
  const first = await (await get('/')).text()
  assert.match(first, /^<!doctype html>/i)
  for (const route of build.routes.client) {
    const response = await get(route.replace(/\{\w+\}/g, '5'))
    assert.equal(response.status, 200, route)
    assert.equal(await response.text(), first, route)
  }
  for (const path of ['/no-such-place', '/project', '/my/team', '/assets/no-such.js', '/index.html', '/build.json'])
    await assertProblem(await get(path), 'not_found')
})

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'
const nowhere: [path: string, home: string][] = [
  ['/no-such-place', '/'],
  ['/project', '/'],
  ['/my/team/?x=1', '/'],
  ['/consoles', '/'],
  ['/index.html', '/'],
  ['/console/nowhere', '/console'],
  ['/console/nowhere/', '/console'],
  ['/console/projects/1/2?x=1', '/console'],
  ['/console/index.html', '/console'],
]

test('at an unknown path a browser gets the page of the client or the console, as a 404 that is never cached', async () => {
  for (const [path, home] of nowhere) {
    const [response, whole] = await Promise.all([get(path, { accept: BROWSER }), get(home)])
    assert.equal(response.status, 404, path)
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8', path)
    assert.equal(response.headers.get('cache-control'), 'no-store', path)
    assert.equal(response.headers.get('etag'), null, path)
    assert.match(response.headers.get('vary')!, /\bAccept,/, path)
    assert.equal(response.headers.get('content-security-policy'), whole.headers.get('content-security-policy'), path)
    assert.ok(response.headers.get('x-request-id'))
    assert.equal(await response.text(), await whole.text(), path)
    const seen = await get(path, { accept: BROWSER, 'if-none-match': whole.headers.get('etag')! })
    assert.equal(seen.status, 404, 'never a 304')
    const head = await fetch(service.origin + path, { method: 'HEAD', headers: { accept: BROWSER } })
    assert.deepEqual([head.status, await head.text()], [404, ''], path)
  }
  for (const [path, home] of [nowhere[0]!, nowhere[5]!]) assert.equal((await get(home, { accept: BROWSER })).status, 200, path)
  const { code, status } = JSON.parse(service.logged.findLast((line) => line.includes('/console/nowhere'))!)
  assert.deepEqual([code, status], ['not_found', 404], 'logged as a 404')
})

test('other clients get a problem at an unknown path, and below /api and /auth browsers too', async () => {
  const programs = [undefined, '*/*', 'application/json', 'application/json, text/html', 'text/html;q=0, */*', 'text/htmlx', 'image/*']
  for (const [path] of nowhere)
    for (const accept of programs) await assertProblem(await get(path, accept === undefined ? {} : { accept }), 'not_found')
  for (const path of ['/api/nowhere', '/api/console/nowhere', '/auth/nowhere'])
    await assertProblem(await get(path, { accept: BROWSER }), 'not_found')
  for (const method of ['POST', 'PUT', 'DELETE'])
    await assertProblem(await fetch(`${service.origin}/console/nowhere`, { method, headers: { accept: BROWSER } }), 'not_found')
  await assertProblem(
    await fetch(`${service.origin}/console/projects`, { method: 'POST', headers: { accept: BROWSER } }),
    'method_not_allowed',
  )
  const alone = await startService({ database: service.database, alone: 'api' })
  await assertProblem(await fetch(`${alone.origin}/console/nowhere`, { headers: { accept: BROWSER } }), 'not_found')
  await alone.close()
})

test('the page has a strict CSP and is revalidated, its assets are immutable', async () => {
  const response = await get('/')
  const policy = response.headers.get('content-security-policy')!
  const page = await response.text()
  assert.equal(response.headers.get('cache-control'), 'public, max-age=0, must-revalidate')
  const [, inline] = /<script>([\s\S]*?)<\/script>/.exec(page)!
  const hash = createHash('sha256').update(inline!).digest('base64')
  assert.match(policy, new RegExp(`script-src 'self' 'sha256-${hash.replace(/[+/=]/g, '\\$&')}';`))
  for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "require-trusted-types-for 'script'"])
    assert.ok(policy.includes(part), part)
  assert.ok(!/unsafe|\*/.test(policy), policy)
  const pictures = /img-src ([^;]+);/.exec(policy)![1]!.split(' ')
  const hosts = defaultPictureHosts.map((host) => `https://${host}`)
  assert.deepEqual(pictures, ["'self'", 'data:', 'blob:', service.origin, ...hosts], 'only hosts that people’s pictures may have')
  const scripts = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)
  assert.ok(scripts.length >= 2)
  for (const path of scripts) {
    const asset = await get(path)
    assert.equal(asset.status, 200, path)
    assert.equal(asset.headers.get('cache-control'), 'public, max-age=31536000, immutable', path)
    const etag = asset.headers.get('etag')!
    assert.equal((await get(path, { 'if-none-match': etag })).status, 304, path)
  }
  assert.doesNotMatch((await get('/sw.js')).headers.get('cache-control')!, /immutable/)
})

test('values of the server config cannot close their <script> element', async () => {
  const page = await (await get('/')).text()
  const [, serverConfig] = /<script id="server-config" type="application\/json">([\s\S]*?)<\/script>/.exec(page)!
  assert.deepEqual(Object.keys(JSON.parse(serverConfig!)).toSorted(), [
    'api',
    'auth',
    'contact',
    'directory',
    'languages',
    'links',
    'locale',
    'logo',
    'origin',
    'providers',
    'version',
    'welcome',
    'zone',
  ])
  const other = await startService({ database: service.database, env: { MAIL_TO: 'Office <office@example.org>' } })
  assert.ok(!(await (await fetch(other.origin)).text()).includes('<office'), '“<” is escaped')
  await other.close()
})

test('the service worker precaches every script and style', () => {
  const worker = readFileSync(join(build.folder, 'sw.js'), 'utf8')
  const assets = build.files.filter((file) => /^assets\/(?!dictionary)/.test(file))
  for (const file of assets) assert.ok(worker.includes(`"/${file}"`) || worker.includes(`/${file}`), file)
})

test('the dictionary of the offline search is a file of at most 40 KB that is not precached', async () => {
  const [file, ...others] = build.files.filter((file) => file.includes('dictionary'))
  assert.ok(file !== undefined && others.length === 0, others.join())
  const response = await get(`/${file}`)
  assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8')
  const lines = (await response.text()).split('\n')
  assert.ok(lines.length > 1500 && lines.includes('dormitori,dorm,общежит,общаг'), String(lines.length))
  assert.ok(brotliCompressSync(readFileSync(join(build.folder, file))).length <= 40 * 1024)
  const shell = /\["\/",[^\]]*\]|\[`\/`,[^\]]*\]/.exec(readFileSync(join(build.folder, 'sw.js'), 'utf8'))
  assert.ok(shell !== null && !shell[0].includes('dictionary'))
})

test('the bundles contain no schemas of the contract', () => {
  const scripts = build.files.filter((file) => file.endsWith('.js')).map((file) => readFileSync(join(build.folder, file), 'utf8'))
  for (const script of scripts) assert.doesNotMatch(script, /additionalProperties|"~kind"|maxItems/)
})

test('the same sources are built once', async () => {
  const lines: string[] = []
  assert.deepEqual(await ensureWebBuild({ log: (line) => lines.push(line) }), build)
  assert.deepEqual(lines, [])
})
