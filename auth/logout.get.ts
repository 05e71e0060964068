import type { BrowserRoute, Reply } from '#http/page/browser-routes.ts'
import { insertAudit } from '#store/audit/insert.ts'
import { revokeSession, revokeSessionsOf } from '#store/session/session.ts'
import type { AuthApp } from './app.ts'
import { pageReply } from './browser-route.ts'
import { agentOf, networkOf } from './caller.ts'
import { cookiesOf, dropCookie, refreshCookie } from './cookies.ts'
import { isSecure } from './provider/transport.ts'

const EXPIRED_FOR = 180 * 86_400 // the field client signs out with the token it has, even long expired

// Only the Authorization header counts: images, links and forms of other sites cannot set it (CSRF). The response does not reveal whether
// the token was valid.
const open: BrowserRoute<AuthApp>['open'] = async (request) => {
  const { app, message, url } = request
  const { auth, sql } = app
  const { authorization } = message.headers
  const nothing: Reply = { status: 204, headers: [['Cache-Control', 'no-store']] }
  if (/prefetch|prerender/i.test(String(message.headers['sec-purpose'] ?? message.headers.purpose ?? ''))) return nothing
  if (authorization === undefined)
    return message.headers.accept?.includes('text/html') ? pageReply({ kind: 'signed_out', home: auth.home }, request) : nothing
  const cookie = refreshCookie(isSecure(auth))
  if (cookiesOf(message)[cookie] !== undefined) nothing.headers.push(dropCookie(cookie, isSecure(auth)))
  const sid = await app.signedIn.sessionOf(authorization, EXPIRED_FOR)
  if (sid === null) return nothing

  const now = app.now()
  const isAll = new URL(url, auth.url).searchParams.get('all') === '1'
  const ended = await sql.begin(async (sql) => {
    const own = await revokeSession(sql, sid, 'logout', now)
    if (!own) return []
    const others = isAll ? await revokeSessionsOf(sql, own.personId, 'logout', now) : []
    const { personId: actorId, clientId } = own
    const about = { network: networkOf(request.ip), agent: agentOf(message.headers['user-agent']), requestId: request.requestId }
    await insertAudit(sql, { ...about, at: now, action: 'authn_logout', actorId, sid, clientId, detail: { others: others.length } })
    return [own, ...others]
  })
  app.signedIn.forget([sid, ...ended.map((one) => one.sid)])
  return nothing
}

// Errors are not rendered as pages: apps call this and treat every response but an error as signed out.
export const logout: BrowserRoute<AuthApp> = { method: 'GET', path: '/logout', isSignIn: true, open }
