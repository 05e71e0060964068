-- Stored files: bytes are compared with their hash, removed files are purged, and the database knows its file store.

alter table blob
  add column checked_at timestamptz, -- when the content was last compared with its hash
  add column damaged_at timestamptz; -- since when it is known not to match; such a file is not served
insert into blob (sha256, size, created_at)
  select sha256, max(size), min(created_at) from file_version group by sha256 on conflict do nothing;
create index blob_by_check on blob (checked_at nulls first);
create index blob_damaged on blob (damaged_at) where damaged_at is not null;

create index file_deleted on file (deleted_at) where deleted_at is not null;

-- A mark is known when this database stored the bytes, or purged the rows that referenced them. Only other bytes, whose origin is unknown,
-- count for the limit that stops a sweep.
alter table orphan add column is_known boolean not null default false;

-- Bytes that lose a row are marked: unless another row references them, they are removed.
create function mark_released() returns trigger language plpgsql as $$
begin
  insert into orphan (sha256, seen_at, is_known)
  select distinct bytes, now(), true from unnest(case tg_table_name
    when 'avatar' then array[to_jsonb(old) ->> 'small', to_jsonb(old) ->> 'large']
    else array[to_jsonb(old) ->> 'sha256'] end) as bytes order by bytes
  on conflict (sha256) do update set seen_at = excluded.seen_at, is_known = true;
  return null;
end $$;
create trigger file_version_released after delete on file_version for each row execute function mark_released();
create trigger avatar_released after update or delete on avatar for each row execute function mark_released();

-- The id that the file store of this database carries: another store has another one.
alter table file_store add column store_id text;
