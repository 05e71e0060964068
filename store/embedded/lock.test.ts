import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { moveAside, takeLock } from './lock.ts'
import { holds, pidSpace } from './process.ts'
import { makeFolder, runProgram } from './testing.ts'

function leaveLock(holder: object): string {
  const folder = makeFolder()
  writeFileSync(
    join(folder, 'lock'),
    JSON.stringify({ pid: process.pid, identity: 'an earlier life', space: pidSpace(), host: 'there', ...holder }),
  )
  return folder
}

// Together: two of them watch the heartbeat of a lock for seconds.
describe('the lock of a folder', { concurrency: true }, () => {
  test('a second taker is refused with the folder and the pid of the holder', async () => {
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

  test('a torn lock is stale', async () => {
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

  test('a fresh lock in the place of a dead one is not moved aside', () => {
    const path = join(makeFolder(), 'lock')
    writeFileSync(path, 'fresh')
    moveAside(path, 'dead')
    assert.equal(readFileSync(path, 'utf8'), 'fresh')
    moveAside(path, 'fresh')
    assert.throws(() => readFileSync(path), /ENOENT/)
  })

  test('a lock of another container holds as long as it is touched', async () => {
    const folder = leaveLock({ pid: 7, space: 'elsewhere' })
    const pulse = setInterval(() => utimesSync(join(folder, 'lock'), new Date(), new Date()), 500).unref()
    await assert.rejects(takeLock(folder), /in use by process 7 on there;/)
    clearInterval(pulse)
    const silent = performance.now()
    ;(await takeLock(folder)).release()
    assert.ok(performance.now() - silent > 3_000, 'it was watched for several beats')
  })

  test('a lock from before the last boot, long untouched, costs no waiting', async () => {
    const folder = leaveLock({ space: 'an earlier boot' })
    utimesSync(join(folder, 'lock'), new Date(0), new Date(0))
    let hasWaited = false
    setImmediate(() => {
      hasWaited = true
    })
    ;(await takeLock(folder)).release()
    assert.equal(hasWaited, false)
  })

  test('a holder touches its lock', async () => {
    const folder = makeFolder()
    const lock = await takeLock(folder)
    utimesSync(join(folder, 'lock'), new Date(0), new Date(0))
    assert.ok(await holds(() => statSync(join(folder, 'lock')).mtimeMs > 0, 20_000))
    lock.release()
  })

  test('of many that find the same dead lock exactly one gets it', async () => {
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
