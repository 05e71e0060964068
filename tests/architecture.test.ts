import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import { test } from 'node:test'
import { loadApiRoutes } from '#api/routes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { apiEndpoints, authEndpoints } from '#contract/index.ts'

// Allowed imports between rooms; dependencies point downwards only. ARCHITECTURE.md has the reasons.
const mayImport: Record<string, string[]> = {
  async: [],
  texts: [],
  contract: ['texts'],
  rules: ['texts', 'contract'],
  database: ['async'],
  store: ['async', 'texts', 'contract', 'database'],
  demo: ['texts', 'contract', 'rules', 'store', 'database', 'files'],
  heavy: ['async'],
  search: [],
  files: ['async', 'heavy'],
  backup: ['texts', 'contract', 'rules', 'store', 'database', 'files'],
  catalog: ['async', 'texts', 'contract', 'rules', 'store', 'database', 'search'],
  mail: ['async', 'texts', 'contract', 'rules', 'store', 'database'],
  http: ['async', 'texts', 'contract', 'rules', 'store', 'database', 'files', 'heavy'],
  spreadsheet: ['texts', 'contract', 'rules', 'store', 'database', 'actions', 'files', 'heavy'],
  actions: ['contract', 'rules', 'store', 'database', 'heavy'],
  api: ['async', 'texts', 'contract', 'rules', 'store', 'database', 'actions', 'catalog', 'files', 'http', 'mail', 'spreadsheet', 'heavy'],
  auth: ['async', 'texts', 'contract', 'rules', 'store', 'database', 'http'],
  'dev-idp': ['texts'],
  ui: ['texts', 'contract', 'rules'],
  client: ['texts', 'contract', 'rules', 'search', 'ui'],
  console: ['texts', 'contract', 'rules', 'ui'],
  run: [
    'async',
    'texts',
    'contract',
    'rules',
    'store',
    'database',
    'demo',
    'search',
    'catalog',
    'files',
    'backup',
    'mail',
    'spreadsheet',
    'http',
    'actions',
    'api',
    'auth',
    'dev-idp',
    'heavy',
  ],
  cli: ['texts', 'run', 'actions', 'backup', 'auth', 'contract', 'rules', 'store', 'database', 'mail', 'spreadsheet'],
  deploy: [],
  tests: ['*'],
  bench: ['*'],
}

const root = join(import.meta.dirname, '..')
const files = globSync(
  '{async,texts,contract,rules,database,store,demo,files,backup,heavy,search,catalog,mail,spreadsheet,http,actions,api,auth,dev-idp,ui,client,console,run,cli,deploy,tests,bench}/**/*.{ts,tsx}',
  {
    cwd: root,
  },
).map((file) => file.replaceAll('\\', '/'))
const sources = files.filter((file) => !/\.test\.tsx?$/.test(file) && !file.startsWith('tests/') && !file.startsWith('bench/'))
const roomOf = (file: string): string => file.split('/')[0]!
const importsOf = (file: string): string[] =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /^(?:import|export)\b[^'"]*?from\s+'([^']+)'|\bimport\(\s*'([^']+)'|^import\s+'([^']+)'/gm,
    ),
  ].map((match) => match[1] ?? match[2] ?? match[3]!)

test('the test finds the source files', () => {
  assert.ok(sources.length >= 160, `only ${sources.length} source files seen`)
  for (const room of Object.keys(mayImport))
    assert.ok(
      files.some((file) => roomOf(file) === room),
      `no file seen in ${room}/`,
    )
  const folders = globSync('*/', { cwd: root }).map((folder) => folder.replace(/\/$/, ''))
  const known = new Set([...Object.keys(mayImport), 'bin', 'deploy', 'docs', 'migrations', 'node_modules', 'data', 'dist'])
  assert.deepEqual(
    folders.filter((folder) => !folder.startsWith('.') && !known.has(folder)),
    [],
    'a room without rules',
  )
})

test('a room imports only the rooms below it', () => {
  for (const file of files.filter((file) => !/\.test\.tsx?$/.test(file))) {
    const room = roomOf(file)
    for (const imported of importsOf(file).filter((name) => name.startsWith('#'))) {
      const other = imported.slice(1).split('/')[0]!
      const allowed = other === room || mayImport[room]!.includes('*') || mayImport[room]!.includes(other)
      assert.ok(allowed, `${file} imports ${imported}: ${room}/ may import ${mayImport[room]!.join(', ') || 'nothing of ours'}`)
    }
  }
})

test('run/ imports of api/ only the routes, the pages and the dependencies of the handlers', () => {
  const allowed = ['#api/app.ts', '#api/pages.ts', '#api/routes.ts']
  for (const file of sources.filter((file) => roomOf(file) === 'run'))
    for (const imported of importsOf(file).filter((name) => name.startsWith('#api/')))
      assert.ok(allowed.includes(imported), `${file} imports ${imported}: what several entrances need is in actions/`)
})

test('an endpoint never imports another endpoint', () => {
  const isEndpoint = (name: string) => /\.(get|post|put|delete)\.ts$/.test(name)
  for (const file of sources.filter(isEndpoint))
    for (const imported of importsOf(file)) assert.ok(!isEndpoint(imported), `${file} imports ${imported}`)
})

test('what endpoints share imports no endpoint', () => {
  const isEndpoint = (name: string) => /\.(get|post|put|delete)\.ts$/.test(name)
  for (const file of sources.filter((file) => /^(api|actions)\//.test(file) && !isEndpoint(file)))
    for (const imported of importsOf(file)) assert.ok(!isEndpoint(imported), `${file} imports ${imported}`)
})

// A subject's folder is read from its endpoints down; what several subjects show is in api/view/. Domain work is in actions/, rules/ and store/.
test('what endpoints share uses what is in its own folder, in one above it, or in api/view/', () => {
  const infrastructure = ['api/app.ts', 'api/view']
  const shared = sources.filter(
    (file) => roomOf(file) === 'api' && !/\.(get|post|put|delete)\.ts$/.test(file) && !/^api\/\w+\.ts$/.test(file),
  )
  assert.ok(shared.length >= 40, `only ${shared.length} files seen`)
  for (const file of shared)
    for (const imported of importsOf(file).filter((name) => name.startsWith('#api/'))) {
      const from = posix.dirname(imported.slice(1))
      const isNear = from !== 'api' && `${posix.dirname(file)}/`.startsWith(`${from}/`)
      assert.ok(isNear || infrastructure.some((path) => imported.slice(1).startsWith(path)), `${file} imports ${imported}`)
    }
})

test('a folder holds a number of files that one can look through', () => {
  const isData = (folder: string) => /^(migrations|demo\/world|search\/dictionary|texts)(\/|$)/.test(folder)
  const tracked = globSync('**/*.*', { cwd: root, exclude: (name) => /^(node_modules|\.cache|dist|data|docs)$/.test(name) })
  for (const [folder, held] of Map.groupBy(tracked, (file) => posix.dirname(file))) {
    const count = held.filter((file) => !file.endsWith('.md')).length
    if (!isData(folder)) assert.ok(count <= 30, `${folder}/ holds ${count} files: give it folders`)
  }
})

test('no import climbs out of a folder with ../', () => {
  for (const file of files) for (const imported of importsOf(file)) assert.ok(!imported.startsWith('..'), `${file} imports ${imported}`)
})

test('one file imports the database driver, and one other reserves a connection outside of a transaction', () => {
  const isDriver = (name: string) => /^(pg|postgres)([-/]|$)/.test(name)
  assert.deepEqual(
    files.filter((file) => importsOf(file).some(isDriver)),
    ['database/sql/connection.ts'],
  )
  const isReserving = (file: string) => /\.reserve\(/.test(readFileSync(join(root, file), 'utf8'))
  assert.deepEqual(
    sources.filter((file) => isReserving(file)),
    ['database/migrate.ts'],
  )
})

// Type imports count too: two files that need each other's types belong together.
test('there are no import cycles', () => {
  const graph = new Map(
    sources.map((file) => [
      file,
      importsOf(file).flatMap((name) =>
        name.startsWith('#') ? [name.slice(1)] : name.startsWith('./') ? [posix.join(posix.dirname(file), name)] : [],
      ),
    ]),
  )
  const done = new Set<string>()
  const visit = (file: string, path: string[]): void => {
    assert.ok(!path.includes(file), `a circle: ${[...path.slice(path.indexOf(file)), file].join(' → ')}`)
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
})

test('a handler has at most nine imports', () => {
  for (const file of sources.filter((file) => /^(api|auth)\/.*\.(get|post|put|delete)\.ts$/.test(file))) {
    const count = importsOf(file).length
    assert.ok(count <= 9, `${file} has ${count} imports: move related code into a separate file`)
  }
})

test('the file of an endpoint is named by its URL and method', () => {
  const handlers = sources.filter((file) => /^api\/.*\.(get|post|put|delete)\.ts$/.test(file)).toSorted()
  const expected = apiEndpoints.map(({ method, path }) => `api${path.replace(/\{(\w+)\}/g, 'by-$1')}.${method.toLowerCase()}.ts`).toSorted()
  assert.deepEqual(handlers, expected)
  const signIn = authEndpoints.map(({ method, path }) => `auth${path.replace('{idp}', '')}.${method.toLowerCase()}.ts`)
  for (const file of signIn) assert.ok(sources.includes(file), `${file} is missing`)
})

test('every endpoint of the contract is served, and every declared one is in the contract', async () => {
  const served = loadApiRoutes().map(({ endpoint }) => endpoint)
  assert.deepEqual(served, apiEndpoints)
  const listed = new Set([...apiEndpoints, ...authEndpoints])
  for (const file of sources.filter((file) => /^contract\/.*\.ts$/.test(file)))
    for (const [name, value] of Object.entries((await import(`#${file}`)) as Record<string, Endpoint | null>)) {
      if (!(value?.method && value.path && value.answer)) continue
      assert.ok(listed.delete(value), `${name} of ${file} is in no list of endpoints`)
      assert.equal(value.id, name)
    }
  assert.deepEqual([...listed], [])
})

test('every endpoint and every rule has its test beside it, or in the test of its resource', () => {
  const tested = sources.filter((file) => /^rules\//.test(file) || /^api\/.*\.(get|post|put|delete)\.ts$/.test(file))
  assert.ok(tested.length >= 15)
  for (const file of tested) {
    // Console endpoints about one entity share a test, which starts the service once.
    const thing = /^api\/console\/([\w-]+)/.exec(file)?.[1]
    const besides = [file.replace(/\.ts$/, '.test.ts'), ...(thing ? testsOfConsole(thing.replace(/\..*/, '')) : [])]
    const isTested = besides.some((test) => existsSync(join(root, test))) || testsOfResource(file).some((test) => names(test, file))
    assert.ok(isTested, `${file} has no test beside it`)
  }
})

const testsOfConsole = (resource: string): string[] => [`api/console/${resource}.test.ts`, `api/console/${resource}/${resource}.test.ts`]

/** For api/team/by-id/leave.post.ts: the tests of api/team, api/team/by-id and api/team/by-id/leave, those of its two folders, api/leave and api/team/leave. */
function testsOfResource(file: string): string[] {
  if (!file.startsWith('api/')) return []
  const parts = file.replace(/\.\w+\.ts$/, '').split('/')
  const [room, resource, last] = [parts[0], parts[1], parts.at(-1)]
  const above = parts.slice(1).map((_, index) => `${parts.slice(0, index + 2).join('/')}.test.ts`)
  const beside = globSync([`${posix.dirname(file)}/*.test.ts`, `${file.replace(/\.\w+\.ts$/, '')}/*.test.ts`], { cwd: root })
  const ofResource = [`${room}/${last}`, `${room}/${resource}/${resource}`, `${room}/${resource}/${last}`].map((name) => `${name}.test.ts`)
  return [...above, ...ofResource, ...beside].filter((test) => existsSync(join(root, test)))
}

/** The test has the id of the endpoint, in the title of a suite or as what it calls. */
function names(test: string, file: string): boolean {
  const text = readFileSync(join(root, file), 'utf8')
  const id = /\(\s*(\w+),/.exec(text.slice(text.indexOf('export default')))?.[1]
  return (
    id !== undefined && new RegExp(`\\b${id}\\b`).test(readFileSync(join(root, test), 'utf8').replace(/^import [\s\S]*?from '.*'$/gm, ''))
  )
}

test('SQL lives only in the store, the database room and the inserter of demo data', () => {
  for (const file of sources.filter((file) => !['store', 'database', 'demo'].includes(roomOf(file))))
    assert.doesNotMatch(readFileSync(join(root, file), 'utf8'), /\b(?:sql|tx)`\s*(?:insert|update|delete|with|create|alter)\b/i, file)
})

test('rows of the directory are locked by store/lock.ts, in its order', () => {
  const lock = /select (?:id|1) from (?:round|project|team|member|request|round_offer)\b[^`]*(?:for no key update|for share)(?! skip)/
  for (const file of sources.filter((file) => roomOf(file) === 'store' && file !== 'store/lock.ts'))
    assert.doesNotMatch(readFileSync(join(root, file), 'utf8'), lock, file)
})

// A type-only import is erased.
function isTypeOnly(file: string, imported: string): boolean {
  const text = readFileSync(join(root, file), 'utf8')
  const name = imported.replaceAll('.', '\\.')
  const lines = [...text.matchAll(new RegExp(`^(import|export)\\s+(type\\s)?[^'"]*?from\\s+'${name}'`, 'gm'))]
  return lines.length > 0 && lines.every((match) => match[2] !== undefined)
}

test('the start imports only packages of dependencies, not of devDependencies', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }
  const packageOf = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')
  const seen = new Set<string>()
  for (const file of sources)
    for (const imported of importsOf(file).filter((name) => !/^[#.]|^node:|^virtual:/.test(name) && !isTypeOnly(file, name))) {
      seen.add(packageOf(imported))
      assert.ok(Object.hasOwn(dependencies, packageOf(imported)), `${file} imports ${imported}`)
    }
  assert.ok(seen.size >= 15, `only ${seen.size} packages seen`)
})

// Retired words and their replacements: docs/glossary.md.
const retired =
  /(^|[-/.])(shelf|shelves|manners|doors?|below|once|aside|shown|formed|seated|judged|decided|edited|known|asked|standing|leaving|letters?|held|twins?|kept|face|exchange|rivals?|meanwhile|portrait|words?)(?=[-.])/

test('file names do not use retired words', () => {
  const allowed = [/^auth\/mobile\/exchange\.post\./, /^search\//, /^tests\/search\/held-out\.ts$/]
  for (const file of files.filter((file) => !allowed.some((path) => path.test(file)))) assert.doesNotMatch(basename(file), retired, file)
})

test('file names are lower-case kebab and avoid meaningless words', () => {
  for (const file of files) {
    assert.match(basename(file), /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.tsx?$/, file)
    assert.doesNotMatch(basename(file), /\b(utils?|helpers?|common|manager|base(?!-url))\b(?!\.test)/, file)
  }
})
