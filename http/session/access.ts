import type { Endpoint } from '#contract/endpoint.ts'
import { isDatabaseUnavailable } from '#database/sql.ts'
import type { App } from '#http/app.ts'
import type { Call } from '#http/call.ts'
import { Refusal } from '#http/response/problem.ts'
import { insertAudit } from '#store/audit/insert.ts'
import type { Caller } from './signed-in.ts'

const SILENCE_CHECK_MS = 100
const RECENT_HOURS = 12 // administrator calls need a recent sign-in
const rank = { member: 0, curator: 1, administrator: 2 } as const
const needed = { 'signed-in': 'member', curator: 'curator', administrator: 'administrator' } as const

const challenge = (error?: string): { headers: Record<string, string> } => ({
  headers: { 'www-authenticate': `Bearer realm="projectory"${error ? `, ${error}` : ''}` }, // RFC 6750 3
})

// The access step: all authorization happens here. Denied unless the contract of the endpoint allows it. A guest does not wait for the store.
export function callerFor(endpoint: Endpoint, app: App, call: Call): Promise<Caller | null> | Caller | null {
  if (endpoint.access !== 'public') return signedInFor(endpoint, app, call)
  return endpoint.sameForAll || endpoint.isSignIn ? null : guestOr(app, call.message.headers.authorization)
}

async function signedInFor(endpoint: Endpoint, app: App, { id, message }: Call): Promise<Caller> {
  const { authorization } = message.headers
  if (authorization === undefined) throw new Refusal('not_signed_in', {}, challenge())
  const caller = app.signedIn.cached(authorization) ?? (await app.signedIn.find(authorization))
  if (caller === null) throw new Refusal('invalid_token', {}, challenge('error="invalid_token"'))
  await refuseUnless(endpoint.access as keyof typeof needed, { app, caller, endpoint, requestId: id })
  return caller
}

type AccessCheck = { app: App; caller: Caller; endpoint: Pick<Endpoint, 'id'>; requestId: string }

/** Also for endpoints of which some options need a higher access level. */
export async function refuseUnless(access: keyof typeof needed, { app, caller, endpoint, requestId }: AccessCheck): Promise<void> {
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

// Clients in the field send their token with every call. On a public endpoint an invalid token, or a database outage, means a guest.
function guestOr(app: App, authorization: string | undefined): Promise<Caller | null> | Caller | null {
  if (authorization === undefined) return null
  const cached = app.signedIn.cached(authorization)
  if (cached !== undefined) return cached
  return unlessSilent(app, app.signedIn.find(authorization)).catch((error) => {
    if (isDatabaseUnavailable(error)) return null
    throw error
  })
}

// Null as soon as the database is silent.
async function unlessSilent(app: App, finding: Promise<Caller | null>): Promise<Caller | null> {
  let timer: NodeJS.Timeout | undefined
  const silent = new Promise<null>((resolve) => {
    timer = setInterval(() => app.sql.isSilent() && resolve(null), SILENCE_CHECK_MS)
  })
  try {
    return await Promise.race([finding, silent])
  } finally {
    clearInterval(timer)
  }
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
