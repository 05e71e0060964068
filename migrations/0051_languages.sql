-- The languages are the folders of texts/; the application knows which there are.
alter table person drop constraint person_language_check;
alter table person add constraint person_language_check check (language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$');
