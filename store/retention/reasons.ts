import { tableRules } from './retention.ts'

// Why rows of tables that grow with use are kept as long as they are. All other tables are kept as long as what owns their rows.
// tests/retention-table.test.ts compares this with the schema and with docs/operations.md.

export const retentionReasons: Record<string, { why: string; setting?: string }> = {
  'public.team': { why: 'a disbanded team can be restored; teams with history stay' },
  'public.team_invitation': { why: 'an expired link still explains itself' },
  'public.person_invitation': { why: 'people see what became of it' },
  'public.join_request': { why: 'people see what became of it' },
  'public.leave_request': { why: 'people see what became of it' },
  'public.round_offer': { why: 'questions about a round that has ended' },
  'public.round_wish': { why: 'questions about a round that has ended' },
  'public.round_exchange': { why: 'questions about a round that has ended' },
  'public.removed_link': { why: 'a repeated deletion gets the same answer' },
  'public.project_bulk': { why: 'a bulk change can be undone' },
  'public.saved_reminder': { why: 'nobody is reminded twice' },
  'public.import_mapping': { why: 'the next yearly import knows the columns' },
  'public.import_email': { why: 'curators see that the emails were sent' },
  'auth.session': { why: 'people and administrators see ended sessions' },
  'auth.code': { why: 'a second use of a code is recognised' },
  'auth.used_state': { why: 'a second use of a sign-in is recognised' },
  'public.request': { why: 'history of the team; only surplus withdrawn ones are removed' },
  'public.question': { why: 'a repeated deletion gets the same answer' },
  'public.note': { why: 'a repeated deletion gets the same answer' },
  'public.idempotency': { why: 'a repeated call gets the same answer' },
  'public.outbox': { why: 'questions about the delivery of an email' },
  'public.mail_bounce': { why: 'addresses that do not exist stay blocked' },
  'public.application_digest': { why: 'the daily list is sent once' },
  'public.announcement': { why: 'curators see what was announced in a year' },
  'public.announcement_recipient': { why: 'nobody gets it twice; delivery figures' },
  'public.rate_limit': { why: 'all processes of a directory count together' },
  'public.node': { why: 'administrators see processes that ended without a word' },
  'public.change': { why: 'processes that were away catch up' },
  'public.audit_event': { why: 'evidence of who did what', setting: 'AUDIT_KEEP_DAYS' },
}

/** The table of docs/operations.md. */
export function retentionTable(): string {
  const rows = Object.entries(retentionReasons).map(
    ([table, { why, setting }]) =>
      `| \`${table.replace('public.', '')}\` | ${tableRules[table]!.removed} | ${why} | ${setting ? `\`${setting}\`` : '–'} |`,
  )
  return ['| table | rows are removed | why they are kept until then | setting |', '| --- | --- | --- | --- |', ...rows].join('\n')
}
