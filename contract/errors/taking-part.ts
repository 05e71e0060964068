import type { ErrorEntry } from './entry.ts'

// Requests, teams, links, profiles.
export const takingPartErrors = {
  idempotency_key_invalid: {
    status: 400,
    title: { en: 'Invalid Idempotency-Key', ru: 'Некорректный Idempotency-Key' },
    detail: {
      en: 'An Idempotency-Key must have 16 to 255 visible ASCII characters.',
      ru: 'В Idempotency-Key должно быть от 16 до 255 видимых символов ASCII.',
    },
  },
  not_team_administrator: {
    status: 403,
    title: { en: 'Only a team admin can do this', ru: 'Это может сделать только администратор команды' },
    detail: {
      en: 'Ask an admin of the team “{team}”.',
      ru: 'Обратитесь к администратору команды «{team}».',
    },
  },
  not_working_on_it: {
    status: 403,
    title: { en: 'Your team is not working on this project', ru: 'Ваша команда не работает над этим проектом' },
    detail: {
      en: 'Only admins of a team that works on “{project}” can do this.',
      ru: 'Это могут сделать только администраторы команды, которая работает над «{project}».',
    },
  },
  team_not_found: {
    status: 404,
    title: { en: 'Team not found', ru: 'Команда не найдена' },
    detail: {
      en: 'There is no team with ID {team}.',
      ru: 'Команды с ID {team} нет.',
    },
  },
  member_not_found: {
    status: 404,
    title: { en: 'Member not found', ru: 'Участник не найден' },
    detail: {
      en: 'There is no member with ID {member} in your teams.',
      ru: 'Участника с ID {member} в ваших командах нет.',
    },
  },
  request_not_found: {
    status: 404,
    title: { en: 'Application not found', ru: 'Заявка не найдена' },
    detail: {
      en: 'Application {request} doesn’t exist, or you don’t have access to it.',
      ru: 'Заявки {request} нет, или у вас нет к ней доступа.',
    },
  },
  link_not_found: {
    status: 404,
    title: { en: 'Link not found', ru: 'Ссылка не найдена' },
    detail: {
      en: 'There is no link with ID {link}.',
      ru: 'Ссылки с ID {link} нет.',
    },
  },
  link_invalid: {
    status: 404,
    title: { en: 'This link has expired', ru: 'Ссылка больше не действует' },
    detail: {
      en: 'The link was already used, is older than a day, or was replaced by a newer one. Change the email again to get a new link.',
      ru: 'Ссылка уже использована, старше суток или заменена новой. Измените почту ещё раз, чтобы получить новую.',
    },
  },
  enrollment_closed: {
    status: 409,
    title: { en: 'Enrollment is not open', ru: 'Набор закрыт' },
    detail: {
      en: 'Teams can apply for “{project}” {window}.',
      ru: 'Подать заявку на «{project}» можно {window}.',
    },
  },
  no_free_place: {
    status: 409,
    title: { en: 'No places left', ru: 'Свободных мест нет' },
    detail: {
      en: 'All places in “{project}” are taken.',
      ru: 'Все места в проекте «{project}» заняты.',
    },
  },
  team_busy: {
    status: 409,
    title: { en: 'The team already has a project', ru: 'У команды уже есть проект' },
    detail: {
      en: '“{team}” is working on “{project}”. It can apply again when that project ends.',
      ru: 'Команда «{team}» работает над проектом «{project}». Подать новую заявку можно после его завершения.',
    },
  },
  already_applied: {
    status: 409,
    title: { en: 'The team has already applied', ru: 'Команда уже подала заявку' },
    detail: {
      en: 'The application of “{team}” for this project awaits a decision. Edit it (PUT /request) or withdraw it.',
      ru: 'Заявка команды «{team}» на этот проект ждёт решения. Измените её (PUT /request) или отзовите.',
    },
  },
  too_many_requests: {
    status: 409,
    title: { en: 'Too many applications', ru: 'Слишком много заявок' },
    detail: {
      en: 'A team can have up to {limit} applications awaiting a decision. Withdraw one first.',
      ru: 'Одновременно ждать решения может не больше {limit} заявок команды. Сначала отзовите одну.',
    },
  },
  too_many_saved: {
    status: 409,
    title: { en: 'Too many saved projects', ru: 'Слишком много проектов в избранном' },
    detail: {
      en: 'You can save up to {most} projects. Remove some first.',
      ru: 'В избранном может быть не больше {most} проектов. Сначала уберите лишние.',
    },
  },
  request_decided: {
    status: 409,
    title: { en: 'The application has already been decided', ru: 'Заявка уже рассмотрена' },
    detail: {
      en: 'Its status is {status}, so it can’t be changed.',
      ru: 'Её статус — {status}, изменить её нельзя.',
    },
  },
  link_limit: {
    status: 409,
    title: { en: 'Too many links', ru: 'Слишком много ссылок' },
    detail: {
      en: 'A project can have up to {limit} links. Delete one first.',
      ru: 'У проекта может быть не больше {limit} ссылок. Сначала удалите одну.',
    },
  },
  last_administrator: {
    status: 409,
    title: { en: 'The directory needs an admin', ru: 'Каталогу нужен администратор' },
    detail: {
      en: 'Appoint another admin first.',
      ru: 'Сначала назначьте другого администратора.',
    },
  },
  idempotency_in_progress: {
    status: 409,
    title: { en: 'The same request is still in progress', ru: 'Такой же запрос ещё выполняется' },
    detail: {
      en: 'Try again in a few seconds to get its response.',
      ru: 'Повторите через несколько секунд, чтобы получить его ответ.',
    },
  },
  precondition_failed: {
    status: 412,
    title: { en: 'Changed in the meantime', ru: 'Данные уже изменились' },
    detail: {
      en: 'If-Match doesn’t match the current version. Reload it and repeat your change.',
      ru: 'If-Match не совпадает с текущей версией. Загрузите её и повторите изменение.',
    },
  },
  unknown_role: {
    status: 422,
    title: { en: 'Unknown role', ru: 'Неизвестная роль' },
    detail: {
      en: 'Unknown roles: {roles}. GET /user/role lists all roles.',
      ru: 'Неизвестные роли: {roles}. Список ролей — GET /user/role.',
    },
  },
  unknown_platform: {
    status: 422,
    title: { en: 'Unknown platform', ru: 'Неизвестная площадка' },
    detail: {
      en: 'GET /platform lists all platforms.',
      ru: 'Список площадок — GET /platform.',
    },
  },
  unknown_reason: {
    status: 422,
    title: { en: 'Unknown reason', ru: 'Неизвестная причина' },
    detail: {
      en: 'Choose a reason from the vocabulary.',
      ru: 'Выберите причину из справочника.',
    },
  },
  reason_required: {
    status: 422,
    title: { en: 'Reason required', ru: 'Нужна причина' },
    detail: {
      en: 'To decline an application, choose a reason from the vocabulary.',
      ru: 'Чтобы отклонить заявку, выберите причину из справочника.',
    },
  },
  invalid_link: {
    status: 422,
    title: { en: 'Invalid link', ru: 'Некорректная ссылка' },
    detail: {
      en: 'Use an http or https URL without a user name, up to 2048 characters.',
      ru: 'Укажите адрес http или https без имени пользователя, до 2048 символов.',
    },
  },
  invalid_email: {
    status: 422,
    title: { en: 'Invalid email address', ru: 'Некорректный адрес почты' },
    detail: {
      en: 'Use the format name@example.org.',
      ru: 'Укажите адрес в формате name@example.org.',
    },
  },
  invalid_phone: {
    status: 422,
    title: { en: 'Invalid phone number', ru: 'Некорректный номер телефона' },
    detail: {
      en: 'Include the country code, like +44 7700 900123, or leave it empty.',
      ru: 'Укажите номер с кодом страны, например +7 912 345-67-89, или оставьте поле пустым.',
    },
  },
  invalid_name: {
    status: 422,
    title: { en: 'Invalid name', ru: 'Некорректное имя' },
    detail: {
      en: 'A name must have 1 to 100 characters, without control characters. The last name may be empty.',
      ru: 'В имени должно быть от 1 до 100 символов, без управляющих. Фамилию можно не указывать.',
    },
  },
  invalid_text: {
    status: 422,
    title: { en: 'Invalid text', ru: 'Некорректный текст' },
    detail: {
      en: 'Subject and name must be one line, the name can’t be empty, and control characters are not allowed.',
      ru: 'Тема и имя — одна строка, имя не может быть пустым, управляющие символы не допускаются.',
    },
  },
  too_many_mails: {
    status: 429,
    title: { en: 'Too many emails', ru: 'Слишком много писем' },
    detail: {
      en: 'The email limit has been reached, so nothing was sent. Try again in {minutes} minutes.',
      ru: 'Превышен лимит писем, ничего не отправлено. Повторите через {minutes} мин.',
    },
  },
  idempotency_key_reused: {
    status: 422,
    title: { en: 'Idempotency-Key already used', ru: 'Idempotency-Key уже использован' },
    detail: {
      en: 'The key was used with different content in the last 24 hours. Use a new key.',
      ru: 'За последние 24 часа ключ использован с другим содержимым. Используйте новый ключ.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
