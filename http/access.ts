import type { Endpoint } from '#contract/endpoint.ts'
import { insertAudit } from '#store/audit.ts'
import { isDatabaseUnavailable } from '#store/sql.ts'
import type { App } from './app.ts'
import type { Call } from './call.ts'
import { Refusal } from './problem.ts'
import type { Caller } from './signed-in.ts'

const RECENT_HOURS = 12 // what an administrator does needs a sign-in of today
const rank = { member: 0, curator: 1, administrator: 2 } as const
const needed = { 'signed-in': 'member', curator: 'curator', administrator: 'administrator' } as const

const challenge = (error?: string): { headers: Record<string, string> } => ({
  headers: { 'www-authenticate': `Bearer realm="projectory"${error ? `, ${error}` : ''}` }, // RFC 6750 3
})

// The access step: the one place that decides who may make a call. Denied unless the contract of the endpoint allows it.
export async function callerFor(endpoint: Endpoint, app: App, { id, message }: Call): Promise<Caller | null> {
  const { authorization } = message.headers
  if (endpoint.access === 'public') return endpoint.sameForAll || endpoint.isSignIn ? null : guestOr(app, authorization)
  if (authorization === undefined) throw new Refusal('not_signed_in', {}, challenge())
  const caller = app.signedIn.known(authorization) ?? (await app.signedIn.find(authorization))
  if (caller === null) throw new Refusal('invalid_token', {}, challenge('error="invalid_token"'))
  await refuseUnless(endpoint.access, { app, caller, endpoint, requestId: id })
  return caller
}

type Asking = { app: App; caller: Caller; endpoint: Pick<Endpoint, 'id'>; requestId: string }

/** Also for a call of which a part is for fewer people than the rest. */
export async function refuseUnless(access: keyof typeof needed, { app, caller, endpoint, requestId }: Asking): Promise<void> {
  if (rank[caller.access] < rank[needed[access]]) {
    await noteDenied(app, caller, endpoint, requestId)
    const who = access === 'curator' ? 'curator' : 'administrator'
    throw new Refusal('not_permitted', { who }, challenge('error="insufficient_scope"'))
  }
  const hoursAgo = (app.now().getTime() - caller.authTime.getTime()) / 3_600_000
  if (access === 'administrator' && hoursAgo > RECENT_HOURS)
    // RFC 9470
    throw new Refusal(
      'sign_in_again',
      { hours: RECENT_HOURS },
      challenge(`error="insufficient_user_authentication", max_age=${RECENT_HOURS * 3600}`),
    )
}

// Clients in the field send whatever token they have with every call: on a public one a bad token, or a store that is away, means a guest.
async function guestOr(app: App, authorization: string | undefined): Promise<Caller | null> {
  if (authorization === undefined) return null
  const known = app.signedIn.known(authorization)
  if (known !== undefined) return known
  return app.signedIn.find(authorization).catch((error) => {
    if (isDatabaseUnavailable(error)) return null
    throw error
  })
}

const noteDenied = (app: App, { id, sid, clientId }: Caller, endpoint: Pick<Endpoint, 'id'>, requestId: string): Promise<void> =>
  insertAudit(app.sql, {
    at: app.now(),
    action: 'authz_denied',
    outcome: 'failure',
    actorId: id,
    sid,
    clientId,
    target: endpoint.id,
    code: 'not_permitted',
    requestId,
  })
