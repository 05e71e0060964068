-- Settings of the directory that administrators change: one document, so that they are validated, compared and followed together.

create table setting (
  id       integer primary key default 1 check (id = 1),
  document jsonb not null default '{}' check (jsonb_typeof(document) = 'object'), -- only what differs from the defaults
  logo     jsonb -- hash, width, height; its images are in logo_image
);
insert into setting default values;
create trigger setting_changed after insert or update or delete on setting for each row execute function note_change('setting', 'id');
create trigger setting_emptied after truncate on setting for each statement execute function note_everything();

create table logo_image (
  kind   text primary key check (kind in ('logo', '32', '180', '192', '512', 'maskable')),
  hash   text not null check (hash ~ '^[0-9a-f]{32}$'), -- of all images of the logo; a part of their addresses
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size   integer not null
);
create trigger logo_image_released after delete on logo_image for each row execute function mark_released();
