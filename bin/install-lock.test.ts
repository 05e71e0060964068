import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeClone, runNode } from '#tests/support/clone.ts'

// Pauses the process at random around every call of node:fs, so that any two calls of one process may lie on both sides of another's.
const pauses = `import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const pause = () => Math.random() < 0.3 && Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() * 40)
for (const name of ['readdirSync', 'readFileSync', 'rmSync', 'statSync', 'writeFileSync']) {
  const original = fs[name]
  fs[name] = (...args) => {
    pause()
    try { return original(...args) } finally { pause() }
  }
}
syncBuiltinESMExports()`

const contender = `import { openSync, closeSync, unlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { withInstallLock } from './bin/install-lock.mjs'
for (let round = 0; round < 5; round++)
  await withInstallLock(process.cwd(), async () => {
    closeSync(openSync('working', 'wx')) // fails while another works
    await sleep(Math.random() * 20)
    unlinkSync('working')
    console.log('done')
  })`

test('of launches that find the lock of a dead process at the same moment only one works at a time', async () => {
  const root = makeClone()
  mkdirSync(join(root, '.cache/install-lock'), { recursive: true })
  writeFileSync(join(root, '.cache/install-lock/1'), '4194305') // above the highest pid
  writeFileSync(join(root, 'contender.mjs'), contender)
  const args = ['--import', `data:text/javascript,${encodeURIComponent(pauses)}`, 'contender.mjs']
  const all = await Promise.all(Array.from({ length: 6 }, () => runNode(args, { cwd: root })))
  for (const { code, error } of all) assert.equal(code, 0, error)
  assert.equal(all.flatMap(({ out }) => out.split('\n')).length, 30)
})
