import { readKeyFile } from '#auth/token/secrets.ts'
import { connect } from '#database/sql.ts'
import { readConfig } from '#run/config/config.ts'
import { addLargeRound } from '#tests/support/world/large-round.ts'
import { request } from './support/load.ts'
import { bearer, fillTeams } from './support/members.ts'
import { Client, offer, percentile } from './support/open-loop.ts'
import { withWorld } from './support/world.ts'

// One curator repeats what is slow, with as many calls at once as given; meanwhile another one uses the console, 20 calls a second.

const PROJECTS = 2000
const MS = 8000
const NO_DRAFT = 2_147_483_647 // everything is computed each time; a round that is being published would refuse at once

export async function benchCurator(): Promise<void> {
  await withWorld(PROJECTS, async ({ port, hello }, env) => {
    const sql = connect(hello.database)
    const [greedy, other] = await fillTeams(sql, readKeyFile(env.KEY_FILE!))
    await sql`update person set access = 'curator' where id in (${greedy!.personId}, ${other!.personId})`
    const round = await addLargeRound({ sql, config: readConfig({ ...process.env, ...env, DEMO: 'false' }) })
    await sql`analyze`
    const ask = (method: string, path: string, body?: object) =>
      request(method, `/api${path}`, bearer(greedy!), body === undefined ? undefined : JSON.stringify(body))
    const page = `/console/round/${round}`
    const place = () => ask('POST', `${page}/place`, {})
    const attacks: [title: string, calls: number, make: (n: number) => Buffer][] = [
      ['nothing', 0, place],
      ['10 × place and publish', 10, (n) => (n % 2 ? place() : ask('POST', `${page}/publish`, { draft: NO_DRAFT }))],
      ['10 × page of a round', 10, () => ask('GET', page)],
      [
        '10 × change of 500 projects',
        10,
        (n) => ask('POST', '/console/project/bulk', { mode: 'do', ids: some(n), change: { shiftDays: n % 2 ? 1 : -1 } }),
      ],
      ['40 × console list', 40, (n) => ask('GET', `/console/project?pageSize=100&text=${n}`)],
    ]
    const probes = ['/console/team?pageSize=10', '/console/person?pageSize=10', '/console/round', '/user/profile']
    const one = await fetch(`http://127.0.0.1:${port}/api${page}`, { headers: bearer(greedy!) })
    console.log(`page of a round: ${(await one.arrayBuffer()).byteLength} bytes, ${await medianMs(port, ask('GET', page))} ms alone`)
    for (const [title, calls, make] of attacks) {
      let isOn = true
      let [n, done] = [0, 0]
      const attack = Array.from({ length: calls }, async () => {
        const client = new Client(port)
        while (isOn) if ((await client.ask(make(n++))) === 200) done++
        client.close()
      })
      const samples = await offer(port, (n) => request('GET', `/api${probes[n % probes.length]}`, bearer(other!)), {
        perSecond: 20,
        ms: MS,
      })
      isOn = false
      await Promise.all(attack)
      const served = samples.filter(({ status }) => status === 200)
      const figures = [0.5, 0.99].map((part) => Math.round(percentile(samples, part)))
      console.log(
        `${title}: ${((100 * served.length) / samples.length).toFixed(1)} % of the others served, p50 ${figures[0]} ms, p99 ${figures[1]} ms; ${done} of the curator’s`,
      )
    }
    await sql.end()
  })
}

const some = (n: number): number[] => Array.from({ length: 500 }, (_, i) => 1 + ((n % 3) * 500 + i))

async function medianMs(port: number, bytes: Buffer): Promise<number> {
  const client = new Client(port)
  const times: number[] = []
  for (let n = 0; n < 15; n++) {
    const startedAt = performance.now()
    await client.ask(bytes)
    times.push(performance.now() - startedAt)
  }
  client.close()
  return Math.round(times.toSorted((a, b) => a - b)[7]!)
}
