// Why an email was not sent, or not yet. Stored as a code beside the replies of mail servers; the texts are for operators.
export const mailReasons = {
  requeued: 'requeued by an admin',
  cancelled_by_admin: 'cancelled by an admin',
  mail_deleted: 'the email was deleted',
  subject_deleted: 'the team, project or file was deleted',
  link_expired: 'the link in it has expired',
  turned_off: 'the recipient turned off these emails',
  waits_for_digest: 'waiting for the daily digest',
  not_curator: 'the recipient is no longer a curator',
  in_daily_list: 'the recipient gets the daily list of applications instead',
  move_undone: 'the team’s move was undone',
  announcement_recalled: 'the announcement was recalled',
  nothing_to_report: 'there are no events left to report',
  no_recipient: 'there is no recipient',
  recipient_deleted: 'the recipient’s account was deleted',
  recipient_disabled: 'the recipient’s account is disabled',
  no_address: 'the recipient has no email address',
  address_invalid: 'the recipient’s address is not valid',
  worker_stopped_while_sending: 'the worker stopped while sending',
  worker_stopped_before_sending: 'the worker stopped before sending',
  hidden_field: 'a hidden field was filled in (spam check)',
  many_links: 'it has many links (spam check)',
  writer_limit: 'too many emails from this address within an hour',
  daily_limit: 'too many emails within a day',
  not_reviewed: 'nobody decided about it in time',
  address_blocked: 'the address is blocked after earlier rejections',
  no_template: 'this version doesn’t know this type of email',
} as const

export type MailReason = keyof typeof mailReasons

/** A reason of our own in words; a reply of a mail server as it is. */
export const reasonInWords = (reason: string): string => mailReasons[reason as MailReason] ?? reason
