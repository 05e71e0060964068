-- Why an email was not sent is stored as a code. Replies of mail servers, and limits of the contact form, stay as they are.

create temporary table mail_reason (sentence text primary key, code text not null) on commit drop;
insert into mail_reason values
  ('put back by an operator', 'requeued'),
  ('cancelled by an operator', 'cancelled_by_admin'),
  ('the letter is gone', 'mail_deleted'),
  ('what it speaks of is gone', 'subject_deleted'),
  ('its link opens nothing any more', 'link_expired'),
  ('the reader has turned this kind off', 'turned_off'),
  ('waits for the mail of the day', 'waits_for_digest'),
  ('the reader is no curator any more', 'not_curator'),
  ('it is in the daily list of applications', 'in_daily_list'),
  ('the move was undone', 'move_undone'),
  ('the announcement was recalled', 'announcement_recalled'),
  ('nothing is left to tell', 'nothing_to_report'),
  ('it has no reader', 'no_recipient'),
  ('the reader is gone', 'recipient_deleted'),
  ('the account is switched off', 'recipient_disabled'),
  ('the reader has no address', 'no_address'),
  ('the address of the reader cannot be written to', 'address_invalid'),
  ('the process ended while the letter was leaving', 'worker_stopped_while_sending'),
  ('the process ended before the letter left', 'worker_stopped_before_sending'),
  ('filled in a field that people do not see', 'hidden_field'),
  ('the address was refused for good before', 'address_blocked');
update outbox o set reason = r.code from mail_reason r where o.reason = r.sentence;
update mail_attempt a set reply = r.code from mail_reason r where a.reply = r.sentence;
