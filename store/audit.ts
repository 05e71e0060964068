import type { AnySql, JSONValue } from './sql.ts'

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

export type AuditDetail = Record<string, JSONValue>

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

// Must not contain tokens, codes or cookies; IP addresses are truncated.
export async function insertAudit(sql: AnySql, event: AuditEvent): Promise<void> {
  await sql`
    insert into audit_event (at, actor_id, sid, client_id, action, target, outcome, code, network, agent, request_id, detail)
    values (${event.at}, ${event.actorId ?? null}, ${event.sid ?? null}, ${event.clientId ?? null}, ${event.action}, ${event.target ?? null},
      ${event.outcome ?? 'success'}, ${event.code ?? null}, ${event.network ?? null}, ${event.agent ?? null}, ${event.requestId ?? null},
      ${sql.json(storable(event.detail ?? {}))})`
}

/** The first row that breaks the hash chain; undefined when the chain is intact. */
export async function findBrokenAudit(sql: AnySql): Promise<number | undefined> {
  const [row] = await sql<{ seq: string }[]>`
    select seq from (
      select event.seq, event.previous, event.hash, audit_text(event) as text,
        lag(event.hash, 1, '\\x00'::bytea) over (order by event.seq) as expected, lag(event.seq, 1, 0::bigint) over (order by event.seq) as before
      from audit_event as event) as chain
    where previous <> expected or hash <> sha256(previous || convert_to(text, 'UTF8')) or seq <> before + 1
    order by seq limit 1`
  return row && Number(row.seq)
}
