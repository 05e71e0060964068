import assert from 'node:assert/strict'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeClone, runNode } from '#tests/support/process/clone.ts'

const contender = `import { closeSync, existsSync, openSync, unlinkSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { withInstallLock } from './bin/install-lock.mjs'
const { NAME } = process.env
await withInstallLock(process.cwd(), async () => {
  closeSync(openSync('working', 'wx')) // fails while another works
  writeFileSync('working-' + NAME, '')
  while (!existsSync('end-' + NAME)) await sleep(20)
  unlinkSync('working')
})`

// Pauses a process after it has read the lock of the dead process and before its next call of node:fs, until the file "wake" exists.
const stopped = `import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const { existsSync, writeFileSync } = fs
let hasRead = false
for (const name of ['readdirSync', 'readFileSync', 'rmSync', 'statSync', 'writeFileSync']) {
  const original = fs[name]
  fs[name] = (...args) => {
    if (hasRead && !existsSync('wake')) {
      writeFileSync('stopped', '')
      while (!existsSync('wake')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
    const isReading = name === 'readFileSync' && String(args[0]).includes('.cache/install-lock')
    if (isReading && hasRead) writeFileSync('read-again', '')
    hasRead ||= isReading
    return original(...args)
  }
}
syncBuiltinESMExports()`

for (const others of [['first'], ['first', 'second']])
  test(`a launch that was paused while ${others.length} took over the lock of a dead process waits for the last of them`, {
    timeout: 120_000,
  }, async () => {
    const root = makeClone()
    const write = (name: string) => writeFileSync(join(root, name), '')
    const written = async (name: string, isOver = () => false) => {
      while (!existsSync(join(root, name)) && !isOver()) await sleep(20)
    }
    mkdirSync(join(root, '.cache/install-lock'), { recursive: true })
    writeFileSync(join(root, '.cache/install-lock/1'), '4194305') // above the highest pid
    writeFileSync(join(root, 'contender.mjs'), contender)
    const contend = (NAME: string, args: string[] = []) => runNode([...args, 'contender.mjs'], { cwd: root, env: { NAME } })

    let isOver = false
    const slow = contend('slow', ['--import', `data:text/javascript,${encodeURIComponent(stopped)}`]).finally(() => {
      isOver = true
    })
    await written('stopped')
    const running = [slow]
    for (const name of others) {
      running.push(contend(name))
      await written(`working-${name}`)
      if (name !== others.at(-1)) {
        write(`end-${name}`)
        await running.at(-1)
      }
    }
    write('wake')
    write('end-slow')
    await written('read-again', () => isOver)
    write(`end-${others.at(-1)}`)
    for (const { code, error } of await Promise.all(running)) assert.equal(code, 0, error)
  })
