import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { readPidFile } from '#database/embedded/leftover.ts'
import { listServersOn, signal } from '#database/embedded/process.ts'
import { startProcess, type WholeProcess } from '#tests/support/process/whole-process.ts'
import { postJson } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'

// The embedded database dies or freezes under a running service.

let folder: string
let data: string
let service: WholeProcess
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'database-embedded-'))
  data = join(folder, 'postgres', 'data')
  service = await startProcess(folder, { RATE_LIMITS: 'off', LOG_LEVEL: 'warn', MAIL_TO: 'office@example.org' })
})
after(async () => {
  for (const pid of listServersOn(data)) signal(pid, 'SIGCONT') // after a failed test
  await service?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const readAsGuest = async () => {
  for (const path of ['/api/project/active', '/api/tag', '/']) {
    const response = await fetch(service.origin + path)
    assert.equal(response.status, 200, path)
    await response.arrayBuffer()
  }
}
let emails = 0
const sendEmail = () => {
  const email = { name: 'Anna', email: 'anna@example.org', subject: `Email ${++emails}`, message: 'Is it open?' }
  return postJson(`${service.origin}/api/email`, email)
}

test('the postmaster is killed: reads go on, and writes work again in the same process', async () => {
  const { pid } = readPidFile(data)!
  signal(pid, 'SIGKILL')
  const deadline = performance.now() + 60_000
  for (let status = 0; status !== 200; ) {
    await readAsGuest()
    const response = await sendEmail()
    status = response.status
    if (status === 200 && readPidFile(data)!.pid === pid)
      status = 0 // a backend outlived the postmaster for a moment
    else if (status !== 200) assert.equal(status, 503, await response.text())
    assert.ok(performance.now() < deadline, 'the database does not come back')
  }
  assert.equal(service.child.exitCode, null)
  assert.match(service.output(), /PostgreSQL exited unexpectedly \(SIGKILL\).*restarting it/)
})

test('the database is frozen: guests are served, and SIGTERM ends the process in time', {
  skip: process.platform !== 'linux' && 'needs Linux (/proc): run it there with npm test tests/faults/database-embedded',
}, async () => {
  for (const pid of listServersOn(data)) signal(pid, 'SIGSTOP')
  const startedAt = performance.now()
  await readAsGuest()
  assert.equal(await service.kill('SIGTERM'), 0, service.output())
  assert.ok(performance.now() - startedAt < 30_000, `${performance.now() - startedAt} ms`)
  assert.deepEqual(listServersOn(data), [])
})
