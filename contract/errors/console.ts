import type { ErrorEntry } from './entry.ts'

// Errors of the console.
export const consoleErrors = {
  slug_taken: {
    status: 409,
    title: { en: 'This URL is taken', ru: 'Этот адрес занят' },
    detail: {
      en: 'Another project uses or used “{slug}”. Choose another URL.',
      ru: 'Адрес «{slug}» принадлежит или принадлежал другому проекту. Выберите другой.',
    },
  },
  name_taken: {
    status: 409,
    title: { en: 'This name is taken', ru: 'Это имя занято' },
    detail: {
      en: 'There is already a team called “{name}”. Choose another name.',
      ru: 'Команда «{name}» уже есть. Выберите другое имя.',
    },
  },
  invalid_slug: {
    status: 422,
    title: { en: 'Invalid URL', ru: 'Некорректный адрес' },
    detail: {
      en: 'Use lower-case Latin letters, digits and single hyphens, up to 80 characters. Reserved: “active”, “new”, “findmany”, “results”, “links”, “file-type”.',
      ru: 'Используйте строчные латинские буквы, цифры и одиночные дефисы, до 80 символов. Зарезервированы: «active», «new», «findmany», «results», «links», «file-type».',
    },
  },
  invalid_dates: {
    status: 422,
    title: { en: 'Invalid dates', ru: 'Некорректные даты' },
    detail: {
      en: 'The end date can’t be before the start date, and enrollment can’t end after the project.',
      ru: 'Дата окончания не может быть раньше даты начала, а набор не может закончиться позже проекта.',
    },
  },
  unknown_tag: {
    status: 422,
    title: { en: 'Unknown tag', ru: 'Неизвестный тег' },
    detail: { en: 'Unknown tags: {tags}. GET /tag lists all tags.', ru: 'Неизвестные теги: {tags}. Список тегов — GET /tag.' },
  },
  unknown_project: {
    status: 422,
    title: { en: 'Unknown project', ru: 'Неизвестный проект' },
    detail: {
      en: 'Unknown projects: {projects}. A project can be related to other existing projects, not to itself.',
      ru: 'Неизвестные проекты: {projects}. Связать можно с существующими проектами, но не с самим собой.',
    },
  },
  project_state: {
    status: 409,
    title: { en: 'This status change is not allowed', ru: 'Такое изменение состояния недоступно' },
    detail: {
      en: 'The project is {state} and can’t become {wanted}. Reload the page to see its current state.',
      ru: 'Сейчас проект {state}, сделать его {wanted} нельзя. Обновите страницу.',
    },
  },
  requests_waiting: {
    status: 409,
    title: { en: 'Applications await a decision', ru: 'Заявки ждут решения' },
    detail: {
      en: 'Applications for “{project}” without a final answer: {count}, choices in a round included. Decide on them or wait for the results of the round. You can decline several at once.',
      ru: 'Заявок на «{project}» без окончательного ответа: {count}, считая выбор команд в наборе. Рассмотрите их или дождитесь результатов набора. Отклонить можно сразу несколько.',
    },
  },
  project_in_use: {
    status: 409,
    title: { en: 'The project can’t be deleted', ru: 'Проект нельзя удалить' },
    detail: {
      en: 'Only a draft that was never published and has no teams or applications can be deleted. Archive the project instead.',
      ru: 'Удалить можно только черновик, который не публиковался и на который нет команд и заявок. Отправьте проект в архив.',
    },
  },
  project_files_full: {
    status: 413,
    title: { en: 'Too many project files', ru: 'Слишком много файлов проекта' },
    detail: {
      en: 'A project can have up to {most} files, {limit} MB in total. Deleted files count towards the size for {days} days.',
      ru: 'У проекта может быть до {most} файлов, всего до {limit} МБ. Удалённые файлы занимают место ещё {days} дней.',
    },
  },
  team_promised: {
    status: 409,
    title: { en: 'The team was approved for another project', ru: 'Команда одобрена на другой проект' },
    detail: {
      en: '“{team}” was approved for “{project}” a moment ago. Undo that decision first.',
      ru: 'Команду «{team}» только что одобрили на проект «{project}». Сначала отмените то решение.',
    },
  },
  nothing_pending: {
    status: 409,
    title: { en: 'No pending decision', ru: 'Нет решения, которое ждёт' },
    detail: {
      en: 'This application has no decision that waits to take effect. Its status is: {status}.',
      ru: 'У этой заявки нет решения, которое ждёт вступления в силу. Её статус: {status}.',
    },
  },
  setting_fixed: {
    status: 409,
    title: { en: 'Set by an environment variable', ru: 'Задано переменной окружения' },
    detail: {
      en: 'This is set by the environment variable {variables} and can’t be changed here. Change or remove the variable and restart.',
      ru: 'Значение задано переменной окружения {variables}, здесь его изменить нельзя. Измените или уберите переменную и перезапустите сервис.',
    },
  },
  logo_too_small: {
    status: 422,
    title: { en: 'The image is too small', ru: 'Изображение слишком маленькое' },
    detail: {
      en: 'The logo should be at least {least} pixels wide and high; 512 or more is recommended.',
      ru: 'Логотип должен быть не меньше {least} пикселей в ширину и высоту, лучше от 512.',
    },
  },
  undo_too_late: {
    status: 409,
    title: { en: 'Too late to undo', ru: 'Отменить решение уже нельзя' },
    detail: {
      en: 'The time to undo is over: this decision has taken effect, and the team has been notified.',
      ru: 'Время на отмену истекло: решение вступило в силу, и команда о нём знает.',
    },
  },
  move_not_undoable: {
    status: 409,
    title: { en: 'The move can’t be undone', ru: 'Перевод уже нельзя отменить' },
    detail: {
      en: 'Its undo time is over, or the team or its projects have changed since. Choose a project for “{team}” again.',
      ru: 'Время на отмену прошло, или с тех пор изменились команда или её проекты. Выберите проект для команды «{team}» заново.',
    },
  },
  person_not_found: {
    status: 404,
    title: { en: 'Person not found', ru: 'Человек не найден' },
    detail: { en: 'There is no person with ID {person}.', ru: 'Человека с ID {person} нет.' },
  },
  already_member: {
    status: 409,
    title: { en: 'Already a member', ru: 'Этот человек уже в команде' },
    detail: { en: '{person} is already a member of “{team}”.', ru: '{person} уже в команде «{team}».' },
  },
  team_needs_administrator: {
    status: 409,
    title: { en: 'A team needs an admin', ru: 'Команде нужен администратор' },
    detail: {
      en: '“{team}” needs an admin with an active account. Appoint another one first.',
      ru: 'У команды «{team}» должен быть администратор с учётной записью. Сначала назначьте другого.',
    },
  },
  team_in_use: {
    status: 409,
    title: { en: 'The team can’t be deleted', ru: 'Команду нельзя удалить' },
    detail: {
      en: '“{team}” has worked on a project or applied for one, so its history must be kept.',
      ru: 'Команда «{team}» работала над проектом или подавала заявки, поэтому её история сохраняется.',
    },
  },
  not_yourself: {
    status: 409,
    title: { en: 'You can’t change your own account', ru: 'Свою учётную запись изменить нельзя' },
    detail: {
      en: 'You could lock yourself out. Ask another admin to do this.',
      ru: 'Вы можете лишиться доступа. Обратитесь к другому администратору.',
    },
  },
  merge_impossible: {
    status: 409,
    title: { en: 'Can’t merge', ru: 'Объединить нельзя' },
    detail: {
      en: 'Only two different entries of the same kind can be merged, and neither can be disabled or deleted.',
      ru: 'Объединить можно только две разные записи одного вида, не отключённые и не удалённые.',
    },
  },
  word_not_found: {
    status: 404,
    title: { en: 'Entry not found', ru: 'Запись не найдена' },
    detail: { en: 'The vocabulary has no entry with ID {word}.', ru: 'В справочнике нет записи с ID {word}.' },
  },
  word_taken: {
    status: 409,
    title: { en: 'This entry already exists', ru: 'Такая запись уже есть' },
    detail: {
      en: '“{name}” already exists. Merge the two entries or choose another name.',
      ru: '«{name}» уже есть. Объедините записи или выберите другое название.',
    },
  },
  word_in_use: {
    status: 409,
    title: { en: 'This entry is in use', ru: 'Запись используется' },
    detail: {
      en: 'It is used {count} times. Merge it into another entry instead.',
      ru: 'Используется раз: {count}. Объедините её с другой записью.',
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
    title: { en: 'Incomplete order', ru: 'Неполный порядок' },
    detail: {
      en: 'The order must list every entry exactly once. Someone may have added or deleted an entry. Tags are always sorted by name. Reload the vocabulary.',
      ru: 'В порядке должна быть каждая запись ровно один раз. Возможно, запись добавили или удалили. Теги всегда сортируются по названию. Обновите справочник.',
    },
  },
  synonym_not_found: {
    status: 404,
    title: { en: 'Synonyms not found', ru: 'Синонимы не найдены' },
    detail: { en: 'There is no synonym entry with ID {id}.', ru: 'Записи синонимов с ID {id} нет.' },
  },
  synonym_taken: {
    status: 409,
    title: { en: 'This word is in another entry', ru: 'Это слово есть в другой записи' },
    detail: {
      en: '“{word}” is already in the entry “{other}”. Add the words to that entry, or remove “{word}” from this one.',
      ru: '«{word}» уже есть в записи «{other}». Добавьте слова туда или уберите «{word}» отсюда.',
    },
  },
  too_many_synonyms: {
    status: 409,
    title: { en: 'Too many synonyms', ru: 'Слишком много синонимов' },
    detail: {
      en: 'A directory can have up to {most} synonym entries. Delete entries that are no longer needed.',
      ru: 'Можно добавить не больше {most} записей синонимов. Удалите ненужные.',
    },
  },
  nothing_selected: {
    status: 422,
    title: { en: 'Nothing selected', ru: 'Ничего не выбрано' },
    detail: { en: 'Select projects by ID or by a filter.', ru: 'Выберите проекты по ID или по фильтру.' },
  },
  too_many_rows: {
    status: 422,
    title: { en: 'Too many rows', ru: 'Слишком много строк' },
    detail: {
      en: '{count} rows match; at most {most} can be processed at a time. Narrow the filter.',
      ru: 'Найдено строк: {count}, а за один раз можно обработать не больше {most}. Уточните фильтр.',
    },
  },
  bulk_not_found: {
    status: 404,
    title: { en: 'Nothing to undo', ru: 'Отменять нечего' },
    detail: { en: 'This change has already been undone, or it is not yours.', ru: 'Это изменение уже отменено или сделано не вами.' },
  },
  changed_since: {
    status: 409,
    title: { en: 'Changed in the meantime', ru: 'Проект уже изменили' },
    detail: {
      en: '“{project}” was changed afterwards. It stays as it is now.',
      ru: 'Проект «{project}» с тех пор изменили. Он останется как есть.',
    },
  },
  undo_expired: {
    status: 409,
    title: { en: 'Too late to undo', ru: 'Отменить уже нельзя' },
    detail: { en: 'A change can be undone for {minutes} minutes.', ru: 'Отменить изменение можно в течение {minutes} минут.' },
  },
  too_many_tags: {
    status: 422,
    title: { en: 'Too many tags', ru: 'Слишком много тегов' },
    detail: { en: 'A project can have up to {most} tags.', ru: 'У проекта может быть не больше {most} тегов.' },
  },
  view_not_found: {
    status: 404,
    title: { en: 'View not found', ru: 'Представление не найдено' },
    detail: {
      en: 'There is no saved view with ID {id}. It may have been deleted.',
      ru: 'Сохранённого представления с ID {id} нет. Возможно, его удалили.',
    },
  },
  view_not_own: {
    status: 403,
    title: { en: 'Not your view', ru: 'Это не ваше представление' },
    detail: {
      en: 'Only {owner} or an admin can change this shared view. Save your own copy instead.',
      ru: 'Изменить общее представление может только {owner} или администратор. Сохраните свою копию.',
    },
  },
  view_name_taken: {
    status: 409,
    title: { en: 'This name is taken', ru: 'Это название занято' },
    detail: { en: 'There is already a view called “{name}” for this list.', ru: 'Представление «{name}» для этого списка уже есть.' },
  },
  too_many_views: {
    status: 409,
    title: { en: 'Too many views', ru: 'Слишком много представлений' },
    detail: {
      en: 'At most {most} views can be saved. Delete some that are no longer needed.',
      ru: 'Можно сохранить не больше {most} представлений. Удалите ненужные.',
    },
  },
  sheet_missing: {
    status: 422,
    title: { en: 'No file', ru: 'Файла нет' },
    detail: { en: 'Send one CSV, XLSX or JSON file in the part “files”.', ru: 'Пришлите один файл CSV, XLSX или JSON в части «files».' },
  },
  sheet_unreadable: {
    status: 422,
    title: { en: 'Couldn’t read the file', ru: 'Не удалось прочитать файл' },
    detail: {
      en: 'The file is not a valid CSV, XLSX or JSON file: {why}',
      ru: 'Файл не является корректным CSV, XLSX или JSON: {why}',
    },
  },
  sheet_columns: {
    status: 422,
    title: { en: 'Some columns weren’t recognised', ru: 'Некоторые столбцы не распознаны' },
    detail: {
      en: 'Missing: {missing}. Unknown: {unknown}. Download the template to see the expected columns.',
      ru: 'Не хватает: {missing}. Неизвестны: {unknown}. Скачайте шаблон, чтобы увидеть нужные столбцы.',
    },
  },
  import_under_way: {
    status: 409,
    title: { en: 'Another import is running', ru: 'Идёт другая загрузка' },
    detail: {
      en: 'Only one file can be imported at a time. Try again in a minute.',
      ru: 'Файлы загружаются по одному. Попробуйте через минуту.',
    },
  },
  sheet_too_long: {
    status: 422,
    title: { en: 'Too many rows', ru: 'Слишком много строк' },
    detail: {
      en: 'You can import up to {limit} rows at once. Split the file.',
      ru: 'За раз можно загрузить не больше {limit} строк. Разделите файл.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
