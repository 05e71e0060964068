import type { Sql } from '#database/sql.ts'
import type { TestService } from '#tests/support/service.ts'
import { openSession } from '#tests/support/session.ts'
import { strictClient } from '#tests/support/strict-client.ts'
import { addPerson } from '#tests/support/world/teams.ts'

// For the samples of changes: each call has a caller of its own, who is in no team, and data of its own, so that it succeeds.

export type Sent = { path?: Record<string, string | number>; body?: Record<string, unknown>; file?: string }

export type Prepared = {
  service: TestService
  sql: Sql
  /** An administrator of the directory. */
  me: { id: number; login: string; call: ReturnType<typeof strictClient>; token: string }
  /** For names: no other call has it. */
  unique: string
}

export type Samples = Record<string, (given: Prepared) => Sent | Promise<Sent>>

let made = 0

export async function prepare(service: TestService): Promise<Prepared> {
  const unique = `sample-${++made}`
  const id = await addPerson(service.sql, unique, 'QA')
  await service.sql`update person set access = 'administrator' where id = ${id}`
  const { accessToken: token } = await openSession(service, unique)
  const strict = strictClient(service.url)
  const headers = { authorization: `Bearer ${token}` }
  const call: typeof strict = (endpoint, input) => strict(endpoint, { ...input, headers } as never)
  return { service, sql: service.sql, me: { id, login: unique, call, token }, unique }
}

export const idOf = async (rows: PromiseLike<unknown>): Promise<number> => Number(((await rows) as { id: number }[])[0]!.id)
