-- Written by the readiness check. A row fills a page, so that each check needs space on the disk. Unlogged: it needs no WAL.
create unlogged table write_probe (page text not null);
alter table write_probe alter column page set storage plain;
