import assert from 'node:assert/strict'
import fs, { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { removeStaleLock, takeLock } from './lock.ts'
import { pidSpace, waitUntil } from './process.ts'
import { makeFolder, runProgram } from './testing.ts'

function leaveLock(holder: object): string {
  const folder = makeFolder()
  writeFileSync(
    join(folder, 'lock'),
    JSON.stringify({ pid: process.pid, identity: 'an earlier life', space: pidSpace(), host: 'there', ...holder }),
  )
  return folder
}

// Concurrent, because two of them wait several seconds for a heartbeat.
describe('the lock of a folder', { concurrency: true }, () => {
  test('a second process is refused with the folder and the pid of the lock holder', async () => {
    const folder = makeFolder()
    const lock = await takeLock(folder)
    await assert.rejects(takeLock(folder), new RegExp(`${folder} is in use by process ${process.pid};`))
    lock.release()
    ;(await takeLock(folder)).release()
    assert.deepEqual(readdirSync(folder), [])
  })

  test('a lock whose pid now belongs to another process is stale', async () => {
    ;(await takeLock(leaveLock({}))).release()
  })

  test('an incomplete lock is stale', async () => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'lock'), '{"pid":')
    ;(await takeLock(folder)).release()
  })

  test('releasing a lock that was lost leaves the lock of the next holder alone', async () => {
    const folder = makeFolder()
    const lock = await takeLock(folder)
    writeFileSync(join(folder, 'lock'), 'the next')
    lock.release()
    assert.deepEqual(readdirSync(folder), ['lock'])
  })

  test('a fresh lock that replaced a stale one is not removed', () => {
    const path = join(makeFolder(), 'lock')
    writeFileSync(path, 'fresh')
    removeStaleLock(path, 'stale')
    assert.equal(readFileSync(path, 'utf8'), 'fresh')
    removeStaleLock(path, 'fresh')
    assert.throws(() => readFileSync(path), /ENOENT/)
  })

  test('a heartbeat that the disk refuses does not end the process, and is tried again', async (t) => {
    const folder = makeFolder()
    let refused = 0
    const { utimesSync } = fs
    t.mock.method(fs, 'utimesSync', (...given: Parameters<typeof utimesSync>) => {
      if (given[0] !== join(folder, 'lock')) return utimesSync(...given)
      refused++
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    })
    syncBuiltinESMExports()
    t.after(() => {
      t.mock.restoreAll()
      syncBuiltinESMExports()
    })
    const lock = await takeLock(folder)
    await waitUntil(() => refused >= 2, 60_000)
    lock.release()
    assert.ok(refused >= 2)
  })

  test('a lock of another container is valid as long as it has a heartbeat', async () => {
    const folder = leaveLock({ pid: 7, space: 'elsewhere' })
    const heartbeat = setInterval(() => utimesSync(join(folder, 'lock'), new Date(), new Date()), 500).unref()
    await assert.rejects(takeLock(folder), /in use by process 7 on there;/)
    clearInterval(heartbeat)
    const silent = performance.now()
    ;(await takeLock(folder)).release()
    assert.ok(performance.now() - silent > 3_000, 'it was watched for several beats')
  })

  test('an old lock from before the last boot is removed without waiting', async () => {
    const folder = leaveLock({ space: 'an earlier boot' })
    utimesSync(join(folder, 'lock'), new Date(0), new Date(0))
    let hasWaited = false
    setImmediate(() => {
      hasWaited = true
    })
    ;(await takeLock(folder)).release()
    assert.equal(hasWaited, false)
  })

  test('a lock holder touches its lock', async () => {
    const folder = makeFolder()
    const lock = await takeLock(folder)
    utimesSync(join(folder, 'lock'), new Date(0), new Date(0))
    assert.ok(await waitUntil(() => statSync(join(folder, 'lock')).mtimeMs > 0, 20_000))
    lock.release()
  })

  test('of many processes that find the same stale lock exactly one gets it', async () => {
    const folder = leaveLock({ pid: 1, identity: 'dead' })
    const body = `const { takeLock } = await import(${JSON.stringify(join(import.meta.dirname, 'lock.ts'))})
      console.log('here')
      process.stdin.once('data', () => takeLock(${JSON.stringify(folder)}).then(() => console.log('taken'), () => console.log('refused')))`
    const programs = Array.from({ length: 6 }, () => runProgram(body))
    for (const program of programs) await program.lines.next()
    for (const program of programs) program.process.stdin?.write('go\n')
    const answers = await Promise.all(programs.map(async (program) => (await program.lines.next()).value))
    assert.equal(answers.filter((answer) => answer === 'taken').length, 1, answers.join(' '))
  })
})
