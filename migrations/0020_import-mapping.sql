-- What the columns of imported files meant: a curator's next file with the same headings is read the same way.
create table import_mapping (
  kind       text not null,
  person_id  integer not null references person on delete cascade,
  head       text not null check (length(head) between 1 and 200), -- in lower case, see matchKey
  field      text, -- null: the column is ignored
  used_at    timestamptz not null,
  primary key (kind, person_id, head)
);
create index import_mapping_by_head on import_mapping (kind, head);
create index import_mapping_by_person on import_mapping (person_id);
