import { after, before } from 'node:test'
import type { Call } from '#contract/client.ts'
import { type ServiceSettings, startService, type TestService } from './service.ts'
import { callAs } from './sign-in.ts'

export type Client = Awaited<ReturnType<typeof callAs>>

type Settings<Login extends string> = ServiceSettings & {
  /** Who is signed in before the first test. */
  people?: readonly Login[]
  /** Of what the tests need beside it, before anybody signs in. */
  prepare?(service: TestService): unknown
}

/**
 * One service for the tests of a file (or of a suite), closed after them, and clients that are signed in. They can be used in hooks and
 * tests, not while the file is loaded.
 */
export function useService<const Login extends string = never>({ people = [], prepare, ...settings }: Settings<Login> = {}) {
  const service = {} as TestService
  const clients = Object.fromEntries(people.map((login) => [login, laterClient()])) as Record<Login, ReturnType<typeof laterClient>>
  before(async () => {
    await startService(settings, service)
    await prepare?.(service)
    for (const login of people) clients[login].become(await callAs(service, login))
  })
  after(() => service.close?.())
  return { service, ...(clients as Record<Login, Client>) }
}

/** A client whose sign-in comes later than its declaration. */
function laterClient() {
  let current: Client | undefined
  const call: Call = (endpoint, input) => current!(endpoint, input)
  const become = (client: Client): void => {
    current = client
    Object.assign(call, { tokens: client.tokens, headers: client.headers })
  }
  return Object.assign(call as Client, { become })
}
