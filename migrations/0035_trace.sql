-- The trace of the call that caused an email, in the format of the header traceparent: the email is sent later, and its spans join that trace.
-- Triggers insert emails too, so the value comes from the transaction; it is set only while traces are exported.

alter table outbox add column traceparent text default nullif(current_setting('projectory.traceparent', true), '');
