import type { ErrorEntry } from './entry.ts'

// Requests, teams, links, profiles.
export const takingPartErrors = {
  idempotency_key_invalid: {
    status: 400,
    title: { en: 'This Idempotency-Key cannot be used', ru: 'Такой Idempotency-Key не подходит' },
    detail: {
      en: 'An Idempotency-Key has 16 to 255 visible ASCII characters.',
      ru: 'Idempotency-Key — от 16 до 255 видимых символов ASCII.',
    },
  },
  not_team_administrator: {
    status: 403,
    title: { en: 'Only an administrator of the team may do this', ru: 'Это может только администратор команды' },
    detail: {
      en: 'Ask an administrator of the team “{team}” to do it.',
      ru: 'Попросите администратора команды «{team}».',
    },
  },
  not_working_on_it: {
    status: 403,
    title: { en: 'Your team does not work on this project', ru: 'Ваша команда не работает над этим проектом' },
    detail: {
      en: 'Only administrators of a team that works on “{project}” may do this.',
      ru: 'Это могут только администраторы команды, работающей над «{project}».',
    },
  },
  team_not_found: {
    status: 404,
    title: { en: 'No such team', ru: 'Такой команды нет' },
    detail: {
      en: 'There is no team with the number {team}.',
      ru: 'Команды с номером {team} нет.',
    },
  },
  member_not_found: {
    status: 404,
    title: { en: 'No such member', ru: 'Такого участника нет' },
    detail: {
      en: 'There is no member with the number {member} in your teams.',
      ru: 'Участника с номером {member} в ваших командах нет.',
    },
  },
  request_not_found: {
    status: 404,
    title: { en: 'No such application', ru: 'Такой заявки нет' },
    detail: {
      en: 'There is no application {request} that you could see.',
      ru: 'Заявки {request}, которую вы могли бы видеть, нет.',
    },
  },
  link_not_found: {
    status: 404,
    title: { en: 'No such link', ru: 'Такой ссылки нет' },
    detail: {
      en: 'There is no link with the number {link}.',
      ru: 'Ссылки с номером {link} нет.',
    },
  },
  link_invalid: {
    status: 404,
    title: { en: 'This link does not work', ru: 'Эта ссылка не действует' },
    detail: {
      en: 'The link was used already, is older than a day, or was replaced by a newer one. Change the e-mail again to get a new one.',
      ru: 'Ссылка уже использована, старше суток или заменена новой. Измените почту ещё раз, чтобы получить новую.',
    },
  },
  enrollment_closed: {
    status: 409,
    title: { en: 'Enrollment is not open', ru: 'Набор не идёт' },
    detail: {
      en: 'Teams can apply for “{project}” {window}.',
      ru: 'Подать заявку на «{project}» можно {window}.',
    },
  },
  no_free_place: {
    status: 409,
    title: { en: 'There is no free place', ru: 'Свободных мест нет' },
    detail: {
      en: 'All places of “{project}” are taken.',
      ru: 'Все места в проекте «{project}» заняты.',
    },
  },
  team_busy: {
    status: 409,
    title: { en: 'The team works on a project already', ru: 'Команда уже работает над проектом' },
    detail: {
      en: '“{team}” works on “{project}”. It can apply again when that is over.',
      ru: '«{team}» работает над «{project}». Подать новую заявку можно после его завершения.',
    },
  },
  already_applied: {
    status: 409,
    title: { en: 'The team has applied already', ru: 'Команда уже подала заявку' },
    detail: {
      en: '“{team}” has an application for this project that waits for its decision. Change that one (PUT /request) or withdraw it.',
      ru: 'Заявка команды «{team}» на этот проект ждёт решения. Измените её (PUT /request) или отзовите.',
    },
  },
  too_many_requests: {
    status: 409,
    title: { en: 'Too many applications at once', ru: 'Слишком много заявок сразу' },
    detail: {
      en: 'A team can have at most {limit} applications waiting. Withdraw one first.',
      ru: 'У команды может быть не больше {limit} заявок в ожидании. Сначала отзовите одну.',
    },
  },
  request_decided: {
    status: 409,
    title: { en: 'This application is no longer waiting', ru: 'Эта заявка уже не ждёт решения' },
    detail: {
      en: 'It is {status} and cannot be changed any more.',
      ru: 'Её состояние — {status}, изменить её нельзя.',
    },
  },
  link_limit: {
    status: 409,
    title: { en: 'The project has enough links', ru: 'У проекта достаточно ссылок' },
    detail: {
      en: 'At most {limit} links fit here. Remove one first.',
      ru: 'Здесь помещается не больше {limit} ссылок. Сначала удалите одну.',
    },
  },
  last_team_administrator: {
    status: 409,
    title: { en: 'A team would be left without an administrator', ru: 'Команда осталась бы без администратора' },
    detail: {
      en: 'You are the only administrator of: {teams}. Ask a curator to appoint another one first.',
      ru: 'Вы единственный администратор: {teams}. Сначала попросите куратора назначить другого.',
    },
  },
  last_administrator: {
    status: 409,
    title: { en: 'The directory would be left without an administrator', ru: 'Каталог остался бы без администратора' },
    detail: {
      en: 'Appoint another administrator first.',
      ru: 'Сначала назначьте другого администратора.',
    },
  },
  idempotency_in_progress: {
    status: 409,
    title: { en: 'The same call is still under way', ru: 'Такой же вызов ещё выполняется' },
    detail: {
      en: 'Try again in a few seconds; you will get its answer.',
      ru: 'Повторите через несколько секунд — вы получите его ответ.',
    },
  },
  precondition_failed: {
    status: 412,
    title: { en: 'It was changed in the meantime', ru: 'Это успели изменить' },
    detail: {
      en: 'If-Match names another state than the present one. Read it again and repeat your change.',
      ru: 'If-Match указывает на другое состояние. Прочитайте заново и повторите изменение.',
    },
  },
  unknown_role: {
    status: 422,
    title: { en: 'There is no such role', ru: 'Такой роли нет' },
    detail: {
      en: 'Unknown: {roles}. GET /user/role lists the roles there are.',
      ru: 'Неизвестны: {roles}. Список ролей — GET /user/role.',
    },
  },
  unknown_platform: {
    status: 422,
    title: { en: 'There is no such platform', ru: 'Такой платформы нет' },
    detail: {
      en: 'GET /platform lists the platforms there are.',
      ru: 'Список платформ — GET /platform.',
    },
  },
  unknown_reason: {
    status: 422,
    title: { en: 'There is no such reason', ru: 'Такой причины нет' },
    detail: {
      en: 'Choose a reason of the directory’s vocabulary.',
      ru: 'Выберите причину из словаря каталога.',
    },
  },
  reason_required: {
    status: 422,
    title: { en: 'A reason is needed', ru: 'Нужна причина' },
    detail: {
      en: 'Declining needs a reason of the directory’s vocabulary.',
      ru: 'Для отказа нужна причина из словаря каталога.',
    },
  },
  invalid_link: {
    status: 422,
    title: { en: 'This address cannot be linked', ru: 'На этот адрес нельзя сослаться' },
    detail: {
      en: 'A link is an http or https address without a user name, of at most 2048 characters.',
      ru: 'Ссылка — адрес http или https без имени пользователя, не длиннее 2048 символов.',
    },
  },
  invalid_email: {
    status: 422,
    title: { en: 'This is no e-mail address', ru: 'Это не адрес почты' },
    detail: {
      en: 'Write it like name@example.org.',
      ru: 'Пишите его как name@example.org.',
    },
  },
  invalid_phone: {
    status: 422,
    title: { en: 'This is no phone number', ru: 'Это не номер телефона' },
    detail: {
      en: 'Write it with the country, like +44 7700 900123, or leave it empty.',
      ru: 'Пишите его с кодом страны, например +7 912 345-67-89, или оставьте пустым.',
    },
  },
  invalid_name: {
    status: 422,
    title: { en: 'This name cannot be used', ru: 'Такое имя не подходит' },
    detail: {
      en: 'A name has 1 to 100 characters, without control characters.',
      ru: 'В имени — от 1 до 100 символов без управляющих.',
    },
  },
  invalid_text: {
    status: 422,
    title: { en: 'This text cannot be sent', ru: 'Такой текст нельзя отправить' },
    detail: {
      en: 'A subject or a name is one line, a name is not empty, and no text may hold control or steering characters.',
      ru: 'Тема и название — одна строка, название не бывает пустым; управляющих символов в тексте быть не может.',
    },
  },
  too_many_mails: {
    status: 429,
    title: { en: 'Too many mails for now', ru: 'Пока слишком много писем' },
    detail: {
      en: 'Nothing was sent: as many mails as are possible in this time have been asked for. Try again in {minutes} minutes.',
      ru: 'Ничего не отправлено: за это время уже запрошено столько писем, сколько возможно. Повторите через {minutes} мин.',
    },
  },
  idempotency_key_reused: {
    status: 422,
    title: { en: 'This Idempotency-Key belongs to another call', ru: 'Этот Idempotency-Key от другого вызова' },
    detail: {
      en: 'The key was used with other content within the last 24 hours. Use a new key for a new call.',
      ru: 'За последние 24 часа ключ использован с другим содержимым. Для нового вызова — новый ключ.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
