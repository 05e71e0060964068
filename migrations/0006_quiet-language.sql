-- A first sign-in teaches the directory which language somebody reads. Nobody else sees that, so it is no change to tell all open clients:
-- on the morning an enrollment opens, each of hundreds of sign-ins would make everybody ask again.
drop trigger person_changed on person;
create trigger person_changed after insert or delete on person for each row execute function note_change('person', 'id');
create trigger person_edited after update on person for each row
  when (to_jsonb(old) - 'language' is distinct from to_jsonb(new) - 'language') execute function note_change('person', 'id');
