import type { AuditKey } from '#contract/console/audit.ts'
import type { AnySql, JSONValue } from '#database/sql.ts'

export type AuditAction =
  | 'authn_login_success'
  | 'authn_login_fail'
  | 'authn_callback_rejected'
  | 'authn_code_replay'
  | 'authn_refresh_retry'
  | 'authn_refresh_reuse_detected'
  | 'authn_logout'
  | 'session_revoked'
  | 'user_created'
  | 'user_possible_duplicate'
  | 'user_deleted'
  | 'identity_linked'
  | 'role_granted'
  | 'role_revoked'
  | 'key_rotated'
  | 'key_revoked'
  | 'mail_requeued'
  | 'mail_cancelled'
  | 'authz_denied'
  | (string & {}) // the endpoint id of a console call

export type AuditDetail = { [key in AuditKey]?: JSONValue }

export type AuditEvent = {
  at: Date
  action: AuditAction
  outcome?: 'success' | 'failure'
  actorId?: number | null
  sid?: string | null
  clientId?: string | null
  target?: string | null
  code?: string | null
  network?: string | null
  agent?: string | null
  requestId?: string | null
  detail?: AuditDetail
}

// jsonb rejects NUL and lone surrogates.
const storable = (detail: AuditDetail): AuditDetail =>
  JSON.parse(JSON.stringify(detail, (_, value) => (typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value)))

/** Events that a caller can cause without limit: the most rows a day for one person, or for one network of guests. */
const mostPerDay: Partial<Record<string, number>> = {
  authz_denied: 100,
  authn_login_fail: 100,
  answerQuestion: 500,
  sendRequestMessage: 500,
  updateOwnTeam: 100,
  disbandTeam: 100,
  undoTeamChange: 100,
  handOverTeam: 100,
  removeOwnMember: 100,
  authn_callback_rejected: 100,
  authn_refresh_retry: 100,
  authn_login_success: 500,
  authn_logout: 500,
  session_revoked: 500,
}

// Must not contain tokens, codes or cookies; IP addresses are truncated. An event above the limit of its owner is not recorded.
export async function insertAudit(sql: AnySql, event: AuditEvent): Promise<void> {
  await sql`
    insert into audit_event (at, actor_id, sid, client_id, action, target, outcome, code, network, agent, request_id, detail)
    select ${event.at}::timestamptz, ${event.actorId ?? null}::int, ${event.sid ?? null}::uuid, ${event.clientId ?? null}, ${event.action},
      ${event.target ?? null}, ${event.outcome ?? 'success'}, ${event.code ?? null}, ${event.network ?? null}, ${event.agent ?? null},
      ${event.requestId ?? null}, ${sql.json(storable(event.detail ?? {}))}::jsonb
    ${unlessTooMany(sql, event)}`
}

function unlessTooMany(sql: AnySql, { at, action, actorId = null, network = null }: AuditEvent) {
  const most = mostPerDay[action]
  if (most === undefined || (actorId === null && network === null)) return sql``
  const owner = actorId === null ? sql`actor_id is null and network = ${network}` : sql`actor_id = ${actorId}`
  return sql`
    where not exists (
      select 1 from audit_event where ${owner} and action = ${action} and at > ${at}::timestamptz - interval '1 day' offset ${most - 1})`
}

/** The first row that breaks the hash chain; undefined when the chain is intact. */
export async function findBrokenAudit(sql: AnySql): Promise<number | undefined> {
  const [row] = await sql<{ seq: string }[]>`
    select seq from (
      select event.seq, event.previous, event.hash, audit_text(event) as text,
        lag(event.hash, 1, coalesce(anchor.hash, '\\x00'::bytea)) over (order by event.seq) as expected,
        lag(event.seq, 1, coalesce(anchor.seq, 0::bigint)) over (order by event.seq) as before
      from audit_event as event left join audit_anchor as anchor on true) as chain
    where previous <> expected or hash <> sha256(previous || convert_to(text, 'UTF8')) or seq <> before + 1
    order by seq limit 1`
  return row && Number(row.seq)
}
