-- Roles that the mobile app in the field sends from menus built into it, and roles that are hidden from pickers.

alter table role add column is_hidden boolean not null default false;

-- Adds the built-in roles that are missing (contract/role.ts has the same list); does nothing when they are all there.
-- A role whose name differs from a missing one only in case, blanks, hyphens, dots or slashes becomes that role: it keeps its id, its
-- members, its Russian name and its aliases, and the former spelling is kept as an alias where case alone does not explain it. No other
-- role changes, and no two roles are merged. An alias or a Russian name of another role may equal a built-in name: names are looked up first.
create function add_built_in_roles() returns void language plpgsql as $$
declare
  wanted record;
  former record;
begin
  for wanted in
    select * from (values
      ('DevOps', 'DevOps-инженер', null),
      ('Designer', 'Дизайнер', null),
      ('Architect', 'Архитектор', null),
      ('QA', 'Тестировщик', 'Тестировщик'),
      ('Android Developer', 'Android-разработчик', null),
      ('UX Researcher', 'UX-исследователь', null),
      ('Frontend Developer', 'Фронтенд-разработчик', 'Frontend-разработчик'),
      ('Backend Developer', 'Бэкенд-разработчик', 'Backend-разработчик'),
      ('iOS Developer', 'iOS-разработчик', null),
      ('Fullstack Developer', 'Фулстек-разработчик', 'Fullstack-разработчик'),
      ('CV Engineer', 'Инженер компьютерного зрения', null),
      ('PM', 'ПМ', null),
      ('Data Engineer', 'Инженер данных', null),
      ('IoT Engineer', 'Инженер интернета вещей', null),
      ('Product Analyst', 'Продуктовый аналитик', null),
      ('Analyst', 'Аналитик', 'Аналитик'),
      ('Data Analyst', 'Аналитик данных', null),
      ('ML Engineer', 'ML-инженер', null),
      ('NLP Engineer', 'Инженер по обработке языка', null),
      ('Team Lead', 'Тимлид', null),
      ('Content Manager', 'Контент-менеджер', null),
      ('Project Manager', 'Менеджер проекта', null),
      ('Business Analyst', 'Бизнес-аналитик', null)
    ) as built_in (name, name_ru, alias)
  loop
    continue when exists (select 1 from role where name = wanted.name);
    select id, name, lower(name) = lower(wanted.name) as is_same_letters into former from role
      where lower(regexp_replace(name, '[\s_./-]+', '', 'g')) = lower(replace(wanted.name, ' ', ''))
      order by lower(name) = lower(wanted.name) desc, position, id limit 1;
    if found then
      update role set name = wanted.name,
        aliases = case when former.is_same_letters or cardinality(aliases) >= 50 then aliases else aliases || former.name end
      where id = former.id;
    else
      insert into role (name, name_ru, position, aliases)
      select wanted.name,
        case when exists (select 1 from role where lower(wanted.name_ru) in (lower(name), lower(name_ru))) then null else wanted.name_ru end,
        (select coalesce(max(position) + 1, 0) from role), '{}';
    end if;
    update role set aliases = aliases || wanted.alias
      where name = wanted.name and wanted.alias is not null and wanted.alias is distinct from name_ru
        and wanted.alias <> all(aliases) and cardinality(aliases) < 50;
  end loop;
end $$;

-- A new directory is still empty here: it gets the whole vocabulary when it starts.
select add_built_in_roles() where exists (select 1 from role);
