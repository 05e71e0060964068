-- A digest of what the draft was made from: comparing it is much cheaper than reading every choice. Drafts made before are out of date.
alter table round_draft add column basis text not null default '';
