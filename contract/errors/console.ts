import type { ErrorEntry } from './entry.ts'

// What curators and administrators are told.
export const consoleErrors = {
  slug_taken: {
    status: 409,
    title: { en: 'This address is taken', ru: 'Этот адрес занят' },
    detail: {
      en: 'Another project has, or had, the address “{slug}”. Choose another one.',
      ru: 'Адрес «{slug}» есть или был у другого проекта. Выберите другой.',
    },
  },
  name_taken: {
    status: 409,
    title: { en: 'This name is taken', ru: 'Это имя занято' },
    detail: {
      en: 'There is a team called “{name}” already. Choose another name.',
      ru: 'Команда «{name}» уже есть. Выберите другое имя.',
    },
  },
  invalid_slug: {
    status: 422,
    title: { en: 'This address cannot be used', ru: 'Такой адрес не подходит' },
    detail: {
      en: 'An address has lower-case Latin letters, digits and single hyphens, at most 80; “active”, “new”, “findmany”, “results”, “links” and “file-type” are reserved.',
      ru: 'Адрес — строчные латинские буквы, цифры и одиночные дефисы, не больше 80; «active», «new», «findmany», «results», «links» и «file-type» заняты.',
    },
  },
  invalid_dates: {
    status: 422,
    title: { en: 'The dates do not fit together', ru: 'Даты не согласуются' },
    detail: {
      en: 'A project and its enrollment end on the day they start or later, and enrollment ends before the project does.',
      ru: 'Проект и набор заканчиваются не раньше, чем начинаются, а набор — не позже проекта.',
    },
  },
  unknown_tag: {
    status: 422,
    title: { en: 'There is no such tag', ru: 'Такого тега нет' },
    detail: { en: 'Unknown: {tags}. GET /tag lists the tags there are.', ru: 'Неизвестны: {tags}. Список тегов — GET /tag.' },
  },
  unknown_project: {
    status: 422,
    title: { en: 'There is no such project', ru: 'Такого проекта нет' },
    detail: {
      en: 'Unknown: {projects}. A project can be related to others there are, and not to itself.',
      ru: 'Неизвестны: {projects}. Связать можно с существующими проектами, но не с самим собой.',
    },
  },
  project_state: {
    status: 409,
    title: { en: 'The project cannot go there from where it is', ru: 'Из этого состояния так перейти нельзя' },
    detail: {
      en: 'It is {state}, and from there it cannot become {wanted}. Reload to see how it stands.',
      ru: 'Сейчас он {state}; {wanted} из этого состояния он стать не может. Обновите страницу.',
    },
  },
  requests_waiting: {
    status: 409,
    title: { en: 'Applications are waiting for a decision', ru: 'Заявки ждут решения' },
    detail: {
      en: '{count} applications for “{project}” wait. Decide them first; several can be declined at once.',
      ru: 'На «{project}» ждут решения заявок: {count}. Сначала решите их; отклонить можно сразу несколько.',
    },
  },
  project_in_use: {
    status: 409,
    title: { en: 'The project can no longer be removed', ru: 'Удалить проект уже нельзя' },
    detail: {
      en: 'Only a draft that was never published and has no teams or applications can be removed. Archive it instead.',
      ru: 'Удалить можно только черновик, который не публиковался и не имеет команд и заявок. Отправьте проект в архив.',
    },
  },
  project_files_full: {
    status: 413,
    title: { en: 'The project has enough files', ru: 'Файлов у проекта достаточно' },
    detail: {
      en: 'A project can be described by {most} files of together {limit} MB. Remove one first.',
      ru: 'Проект могут описывать {most} файлов общим объёмом {limit} МБ. Сначала удалите какой-нибудь.',
    },
  },
  undo_too_late: {
    status: 409,
    title: { en: 'It is too late to take this back', ru: 'Отменить решение уже нельзя' },
    detail: {
      en: 'A decision can be taken back for {minutes} minutes. The team has been told by now.',
      ru: 'Решение можно отменить в течение {minutes} минут. Команда о нём уже узнала.',
    },
  },
  undo_impossible: {
    status: 409,
    title: { en: 'This cannot be taken back any more', ru: 'Это уже нельзя отменить' },
    detail: {
      en: 'Something has been built on it: there is no decision to take back, the team has applied again, has another project, or has published something.',
      ru: 'За этим уже что-то последовало: решения нет, команда подала новую заявку, получила другой проект или что-то опубликовала.',
    },
  },
  person_not_found: {
    status: 404,
    title: { en: 'No such person', ru: 'Такого человека нет' },
    detail: { en: 'There is no person with the number {person}.', ru: 'Человека с номером {person} нет.' },
  },
  already_member: {
    status: 409,
    title: { en: 'This person is in the team already', ru: 'Этот человек уже в команде' },
    detail: { en: '{person} is a member of “{team}”.', ru: '{person} уже в команде «{team}».' },
  },
  team_needs_administrator: {
    status: 409,
    title: { en: 'A team needs an administrator', ru: 'Команде нужен администратор' },
    detail: {
      en: 'Somebody with an account has to speak for “{team}”. Appoint another administrator first.',
      ru: 'За «{team}» должен отвечать кто-то с учётной записью. Сначала назначьте другого администратора.',
    },
  },
  team_in_use: {
    status: 409,
    title: { en: 'The team can no longer be removed', ru: 'Удалить команду уже нельзя' },
    detail: {
      en: '“{team}” has worked on a project or applied for one; its history stays.',
      ru: '«{team}» работала над проектом или подавала заявки; её история остаётся.',
    },
  },
  not_yourself: {
    status: 409,
    title: { en: 'Not to yourself', ru: 'Не с самим собой' },
    detail: {
      en: 'You would lock yourself out. Ask another administrator to do this.',
      ru: 'Вы лишили бы себя доступа. Попросите другого администратора.',
    },
  },
  merge_impossible: {
    status: 409,
    title: { en: 'These two cannot become one', ru: 'Этих двоих нельзя объединить' },
    detail: {
      en: 'Something can be merged with another of its kind only, and not with what is closed or deleted.',
      ru: 'Объединить можно только с другим того же рода, и не с закрытым или удалённым.',
    },
  },
  word_not_found: {
    status: 404,
    title: { en: 'No such word', ru: 'Такого слова нет' },
    detail: { en: 'The vocabulary has no word with the number {word}.', ru: 'В словаре нет слова с номером {word}.' },
  },
  word_taken: {
    status: 409,
    title: { en: 'The vocabulary has this word already', ru: 'Такое слово в словаре уже есть' },
    detail: {
      en: '“{name}” is there already. Merge the two, or choose another name.',
      ru: '«{name}» уже есть. Объедините слова или выберите другое.',
    },
  },
  word_in_use: {
    status: 409,
    title: { en: 'This word is in use', ru: 'Это слово используется' },
    detail: {
      en: 'It is used {count} times. Merge it into another word instead.',
      ru: 'Использований: {count}. Объедините его с другим словом.',
    },
  },
  built_in_role: {
    status: 409,
    title: { en: 'This role is built in', ru: 'Это встроенная роль' },
    detail: {
      en: 'The mobile app sends “{name}” from its own menu, so this role cannot be renamed, merged or deleted. Hide it to take it off the lists people choose from.',
      ru: 'Мобильное приложение отправляет «{name}» из своего меню, поэтому эту роль нельзя переименовать, объединить или удалить. Скройте её, чтобы убрать из списков выбора.',
    },
  },
  invalid_order: {
    status: 422,
    title: { en: 'The order does not name every word once', ru: 'Порядок называет не все слова по одному разу' },
    detail: {
      en: 'Somebody may have added or removed a word meanwhile, and tags are always ordered by name. Read the vocabulary again.',
      ru: 'Возможно, слово успели добавить или удалить; теги всегда стоят по имени. Прочитайте словарь заново.',
    },
  },
  sheet_missing: {
    status: 422,
    title: { en: 'There is no file', ru: 'Файла нет' },
    detail: { en: 'Send one CSV, XLSX or JSON file in the part “files”.', ru: 'Пришлите один файл CSV, XLSX или JSON в части «files».' },
  },
  sheet_unreadable: {
    status: 422,
    title: { en: 'This file cannot be read as a sheet', ru: 'Этот файл не читается как таблица' },
    detail: {
      en: 'It is no CSV, XLSX or JSON that could be understood: {why}',
      ru: 'Это не CSV, XLSX или JSON, который удалось понять: {why}',
    },
  },
  sheet_columns: {
    status: 422,
    title: { en: 'The columns are not those of this kind of sheet', ru: 'Колонки не от такой таблицы' },
    detail: {
      en: 'Missing: {missing}. Unknown: {unknown}. Export a sheet to see its columns.',
      ru: 'Не хватает: {missing}. Неизвестны: {unknown}. Выгрузите таблицу, чтобы увидеть колонки.',
    },
  },
  import_under_way: {
    status: 409,
    title: { en: 'Another import is under way', ru: 'Идёт другая загрузка' },
    detail: {
      en: 'One file is brought in at a time. Try again in a moment.',
      ru: 'Файлы загружаются по одному. Попробуйте через минуту.',
    },
  },
  sheet_too_long: {
    status: 422,
    title: { en: 'The sheet is too long', ru: 'Таблица слишком длинная' },
    detail: {
      en: 'At most {limit} rows can be brought in at once. Divide the file.',
      ru: 'За раз можно загрузить не больше {limit} строк. Разделите файл.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
