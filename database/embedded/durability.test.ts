import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from './postgres.ts'
import { listServersOn, signal } from './process.ts'
import { makeFolder, queryValue, runProgram } from './testing.ts'

const writer = (folder: string, round: number) => `
  const server = await startEmbedded(${JSON.stringify(folder)})
  const sql = connect(server)
  await sql.unsafe('create table if not exists entry (round int, number int)')
  let number = 0
  const write = async () => {
    for (;;) {
      const mine = ++number
      await sql\`insert into entry values (${round}, \${mine})\`
      console.log(mine)
    }
  }
  await Promise.all([write(), write(), write(), write()])`

test('every acknowledged row survives the killing of all processes at once', {
  skip: process.platform !== 'linux' && 'needs Linux (/proc): run it there with npm test database/embedded/durability',
}, async () => {
  const folder = makeFolder()
  const data = join(folder, 'data')
  let total = 0
  for (let round = 1; round <= 3; round++) {
    const program = runProgram(writer(folder, round))
    const acknowledged: number[] = []
    const reading = (async () => {
      for (let line = await program.lines.next(); !line.done; line = await program.lines.next())
        if (/^\d+$/.test(line.value)) acknowledged.push(Number(line.value)) // the last lines may be about the lost connection
    })()
    for (let waited = 0; acknowledged.length < 200 && waited < 60_000; waited += 20) await sleep(20)
    const servers = listServersOn(data)
    assert.ok(servers.length > 1 && !servers.includes(process.pid)) // never signal this process
    for (const pid of servers) signal(pid, 'SIGKILL')
    await program.kill()
    await reading
    assert.ok(acknowledged.length >= 200, `only ${acknowledged.length} rows were written`)
    total += acknowledged.length

    const server = await startEmbedded(folder)
    const stored = (await queryValue(server, `select array_agg(number) from entry where round = ${round}`)) as number[]
    await server.stop()
    const numbers = new Set(stored)
    assert.deepEqual(
      acknowledged.filter((number) => !numbers.has(number)),
      [],
    )
  }
  console.log(`${total} acknowledged rows, none lost`)
})
