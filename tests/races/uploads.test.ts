import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProjectRequest } from '#contract/request.ts'
import type { AnySql } from '#database/sql.ts'
import { FORM_TYPE, field, file, formBody } from '#tests/support/form.ts'
import { patient, startService, type TestService } from '#tests/support/service.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'

// Twelve calls with a file each for one project, so that eleven wait for its lock while each uses a connection. One person may send two
// files at a time. No call may need a second connection: the pool may be empty.
const people = ['anna', 'boris', 'vera', 'gleb', 'curator', 'admin'] as const
const callers = [...people, ...people]

for (const pool of [10, 1])
  describe(`with ${pool} connection${pool === 1 ? '' : 's'}`, () => {
    let service: TestService
    let tokens: string[]
    let teams: number[]
    let requests: ProjectRequest[]
    before(async () => {
      service = await startService({ pool, connection: patient })
      const own = await Promise.all(people.map(async (login) => (await signIn(service, login)).accessToken))
      tokens = [...own, ...own]
      await addProject(service.sql, 'wanted-by-all', { teamLimit: null })
      teams = await Promise.all(callers.map((login, n) => addTeam(service.sql, `Team ${n}`, `${login}*`)))
    })
    after(() => service.close())

    async function send(
      method: 'POST' | 'PUT',
      fields: Record<string, string | number>,
      n: number,
      content: string,
    ): Promise<ProjectRequest> {
      const parts = [...Object.entries(fields).map(([name, value]) => field(name, String(value))), file(`plan-${n}.txt`, content)]
      const response = await fetch(`${service.url}/request`, {
        method,
        headers: { authorization: `Bearer ${tokens[n]}`, 'content-type': FORM_TYPE },
        body: formBody(parts) as Buffer<ArrayBuffer>,
      })
      assert.equal(response.status, 200, await response.clone().text())
      return response.json() as Promise<ProjectRequest>
    }
    const filesOf = (some: ProjectRequest[]) => new Set(some.flatMap(({ files }) => files.map(({ id }) => id)))

    test('twelve teams apply with a file each at once: all succeed', async () => {
      requests = await Promise.all(teams.map((team, n) => send('POST', { project: 'wanted-by-all', team }, n, `The plan of team ${n}`)))
      assert.equal(filesOf(requests).size, 12)
    })

    test('the files of twelve applications are replaced at once: all succeed', async () => {
      const changed = await Promise.all(requests.map(({ id }, n) => send('PUT', { request: id }, n, `Another plan of team ${n}`)))
      assert.equal(filesOf(changed).size, 12)
    })

    test('files of a caller who becomes an administrator during the call are stored inside its transaction', async () => {
      const { sql } = service
      await addProject(sql, 'held-for-a-while')
      const team = await addTeam(sql, 'Promoted', 'anna')
      let applying: Promise<ProjectRequest> | undefined
      await sql.begin(async (sql) => {
        await sql`select 1 from project where slug = 'held-for-a-while' for update`
        applying = send('POST', { project: 'held-for-a-while', team }, 0, 'Sent before it was allowed')
        while (!(await isWaiting(sql))) await sleep(10)
        await sql`update member set is_administrator = true where team_id = ${team}`
      })
      assert.equal((await applying!).files.length, 1)
    })
  })

async function isWaiting(sql: AnySql): Promise<boolean> {
  return (await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length > 0
}
