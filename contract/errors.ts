// The one table of error codes. A code is a promise: it never changes its meaning and is never used again for another.
// Texts say what happened, why, and what to do next; {name} is filled in by whoever refuses.

type Texts = { en: string; ru: string }
type ErrorEntry = { status: number; title: Texts; detail: Texts }

export const errors = {
  malformed_json: {
    status: 400,
    title: { en: 'The body is not valid JSON', ru: 'Тело запроса — не JSON' },
    detail: {
      en: 'The body could not be read as JSON: {why}. Check quotes, commas and brackets, and send UTF-8.',
      ru: 'Тело запроса не читается как JSON: {why}. Проверьте кавычки, запятые и скобки; кодировка — UTF-8.',
    },
  },
  invalid_input: {
    status: 400,
    title: { en: 'Some values have the wrong type', ru: 'Часть значений имеет неверный тип' },
    detail: {
      en: 'These values cannot be read: {keys}. “errors” says what each of them should be.',
      ru: 'Эти значения не удалось прочитать: {keys}. В «errors» сказано, какими они должны быть.',
    },
  },
  bad_url: {
    status: 400,
    title: { en: 'The address cannot be read', ru: 'Адрес не читается' },
    detail: {
      en: 'The path holds a broken percent-encoding. Encode it as UTF-8, for example %C3%A9 for “é”.',
      ru: 'В пути ошибка процентного кодирования. Кодируйте в UTF-8, например %D1%8F для «я».',
    },
  },
  bad_http: {
    status: 400,
    title: { en: 'This is not valid HTTP', ru: 'Это не похоже на HTTP' },
    detail: { en: 'The call could not be read as HTTP/1.1.', ru: 'Вызов не читается как HTTP/1.1.' },
  },
  duplicate_authorization: {
    status: 400,
    title: { en: 'Two Authorization headers', ru: 'Два заголовка Authorization' },
    detail: { en: 'Send one Authorization header, or none.', ru: 'Пришлите один заголовок Authorization или ни одного.' },
  },
  verifier_unexpected: {
    status: 400,
    title: { en: 'This code was asked for without PKCE', ru: 'Этот код запрошен без PKCE' },
    detail: {
      en: 'The sign-in began without code_challenge, so codeVerifier has no place here. The code is used up; start the sign-in again.',
      ru: 'Вход начат без code_challenge, поэтому codeVerifier здесь лишний. Код погашен; начните вход заново.',
    },
  },
  not_signed_in: {
    status: 401,
    title: { en: 'Sign in first', ru: 'Сначала войдите' },
    detail: {
      en: 'This call needs the access token of a signed-in person in the Authorization header.',
      ru: 'Для этого вызова нужен токен доступа вошедшего человека в заголовке Authorization.',
    },
  },
  invalid_token: {
    status: 401,
    title: { en: 'You are no longer signed in', ru: 'Вход больше не действует' },
    detail: {
      en: 'The access token has run out, its session was ended, or it is not one of ours. Refresh it, or sign in again.',
      ru: 'Срок токена истёк, сеанс завершён или токен не наш. Обновите его или войдите снова.',
    },
  },
  sign_in_again: {
    status: 401,
    title: { en: 'Sign in again to do this', ru: 'Для этого войдите заново' },
    detail: {
      en: 'This action needs a sign-in that is at most {hours} hours old. Sign in again and repeat it.',
      ru: 'Для этого действия вход должен быть не старше {hours} ч. Войдите заново и повторите.',
    },
  },
  code_invalid: {
    status: 401,
    title: { en: 'This sign-in code does not work', ru: 'Этот код входа не действует' },
    detail: {
      en: 'The code is unknown, was already used, or is older than a minute. Start the sign-in again.',
      ru: 'Код неизвестен, уже использован или старше минуты. Начните вход заново.',
    },
  },
  pkce_mismatch: {
    status: 401,
    title: { en: 'This code belongs to another sign-in', ru: 'Этот код от другого входа' },
    detail: {
      en: 'codeVerifier, clientId or redirectUri do not fit the start of the sign-in. The code is used up; start again.',
      ru: 'codeVerifier, clientId или redirectUri не подходят к началу входа. Код погашен; начните заново.',
    },
  },
  refresh_invalid: {
    status: 401,
    title: { en: 'This is no refresh token of ours', ru: 'Это не наш токен обновления' },
    detail: {
      en: 'The refresh token is missing or cannot be read. Sign in again.',
      ru: 'Токена обновления нет, или он не читается. Войдите снова.',
    },
  },
  refresh_expired: {
    status: 401,
    title: { en: 'The sign-in has run out', ru: 'Срок входа истёк' },
    detail: {
      en: 'This session was not used for too long, or is too old. Sign in again.',
      ru: 'Сеанс слишком долго не использовался или слишком стар. Войдите снова.',
    },
  },
  refresh_reused: {
    status: 401,
    title: { en: 'This sign-in was ended for safety', ru: 'Вход завершён ради безопасности' },
    detail: {
      en: 'An old refresh token was used again, as a thief would. The session is ended everywhere; sign in again.',
      ru: 'Старый токен обновления использован повторно, как это сделал бы вор. Сеанс завершён везде; войдите снова.',
    },
  },
  session_revoked: {
    status: 401,
    title: { en: 'This session was ended', ru: 'Этот сеанс завершён' },
    detail: {
      en: 'Someone signed out of it, or it was ended by the directory. Sign in again.',
      ru: 'Из него вышли, или его завершил каталог. Войдите снова.',
    },
  },
  account_disabled: {
    status: 403,
    title: { en: 'This account is switched off', ru: 'Эта учётная запись отключена' },
    detail: { en: 'Ask the people who run the directory.', ru: 'Обратитесь к администраторам каталога.' },
  },
  origin_not_allowed: {
    status: 403,
    title: { en: 'This page may not sign people in', ru: 'С этой страницы входить нельзя' },
    detail: {
      en: 'A sign-in kept in a cookie works only from the directory’s own web client and origins in CORS_ORIGINS.',
      ru: 'Вход, хранимый в cookie, работает только из веб-клиента каталога и адресов из CORS_ORIGINS.',
    },
  },
  not_permitted: {
    status: 403,
    title: { en: 'You may not do this', ru: 'Вам это не разрешено' },
    detail: { en: 'This call is for the directory’s {who}.', ru: 'Этот вызов — для: {who}.' },
  },
  session_not_found: {
    status: 404,
    title: { en: 'No such session', ru: 'Такого сеанса нет' },
    detail: {
      en: 'You have no session with this number, or it has ended already.',
      ru: 'У вас нет сеанса с таким номером, или он уже завершён.',
    },
  },
  not_found: {
    status: 404,
    title: { en: 'There is nothing at this address', ru: 'По этому адресу ничего нет' },
    detail: {
      en: 'No call has the path {path}. The list of all calls is at {docs}.',
      ru: 'Вызова с путём {path} нет. Список всех вызовов: {docs}.',
    },
  },
  project_not_found: {
    status: 404,
    title: { en: 'No such project', ru: 'Такого проекта нет' },
    detail: {
      en: 'There is no published project “{slug}”. It may have been renamed or withdrawn; search for its name.',
      ru: 'Опубликованного проекта «{slug}» нет. Возможно, он переименован или снят; поищите по названию.',
    },
  },
  method_not_allowed: {
    status: 405,
    title: { en: 'This address does not take that method', ru: 'Этот адрес не принимает такой метод' },
    detail: { en: '{method} is not possible here; use {allow}.', ru: '{method} здесь невозможен; используйте {allow}.' },
  },
  request_timeout: {
    status: 408,
    title: { en: 'The call took too long to arrive', ru: 'Вызов передавался слишком долго' },
    detail: {
      en: 'The rest of the call did not arrive within {seconds} seconds. Check the connection and send it again.',
      ru: 'Остаток вызова не пришёл за {seconds} с. Проверьте соединение и отправьте снова.',
    },
  },
  body_too_large: {
    status: 413,
    title: { en: 'The body is too large', ru: 'Тело запроса слишком велико' },
    detail: { en: 'This call takes at most {limit} bytes.', ru: 'Этот вызов принимает не более {limit} байт.' },
  },
  url_too_long: {
    status: 414,
    title: { en: 'The address is too long', ru: 'Адрес слишком длинный' },
    detail: { en: 'An address may have at most {limit} characters.', ru: 'В адресе может быть не более {limit} символов.' },
  },
  unsupported_media_type: {
    status: 415,
    title: { en: 'This kind of body is not understood', ru: 'Такой вид тела не поддерживается' },
    detail: { en: 'Send the body as {expected}.', ru: 'Отправьте тело как {expected}.' },
  },
  invalid_value: {
    status: 422,
    title: { en: 'Some values are not possible', ru: 'Часть значений недопустима' },
    detail: {
      en: 'These values are refused: {keys}. “errors” says what is allowed.',
      ru: 'Эти значения не приняты: {keys}. В «errors» сказано, что допустимо.',
    },
  },
  malformed_upload: {
    status: 400,
    title: { en: 'The upload cannot be read', ru: 'Загрузка не читается' },
    detail: {
      en: 'The body is not valid multipart/form-data: {why}. Send the form again.',
      ru: 'Тело — не multipart/form-data: {why}. Отправьте форму ещё раз.',
    },
  },
  file_missing: {
    status: 400,
    title: { en: 'The file is missing', ru: 'Файла нет' },
    detail: {
      en: 'Send the file in the part “files” of multipart/form-data.',
      ru: 'Пришлите файл в части «files» запроса multipart/form-data.',
    },
  },
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
  file_not_found: {
    status: 404,
    title: { en: 'No such file', ru: 'Такого файла нет' },
    detail: {
      en: 'There is no file {file} that you could see.',
      ru: 'Файла {file}, который вы могли бы видеть, нет.',
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
  category_taken: {
    status: 409,
    title: { en: 'There is a file of this category already', ru: 'Файл этой категории уже есть' },
    detail: {
      en: 'Replace it (change-file) or remove it first: file {file}.',
      ru: 'Замените его (change-file) или сначала удалите: файл {file}.',
    },
  },
  too_many_versions: {
    status: 409,
    title: { en: 'Too many versions', ru: 'Слишком много версий' },
    detail: {
      en: 'A file can have at most {limit} versions. Remove it and upload it anew.',
      ru: 'У файла может быть не больше {limit} версий. Удалите его и загрузите заново.',
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
  file_too_large: {
    status: 413,
    title: { en: 'The file is too large', ru: 'Файл слишком велик' },
    detail: {
      en: 'A file here may have at most {limit} MB.',
      ru: 'Файл здесь может быть не больше {limit} МБ.',
    },
  },
  too_many_files: {
    status: 413,
    title: { en: 'Too many files', ru: 'Слишком много файлов' },
    detail: {
      en: 'At most {limit} files, and few other fields, can be sent at once.',
      ru: 'За один раз — не больше {limit} файлов и немного других полей.',
    },
  },
  quota_exceeded: {
    status: 413,
    title: { en: 'The team’s space is used up', ru: 'Место команды исчерпано' },
    detail: {
      en: 'A team can keep {limit} MB of files. Remove something first.',
      ru: 'У команды {limit} МБ для файлов. Сначала удалите что-нибудь.',
    },
  },
  file_type_refused: {
    status: 415,
    title: { en: 'This kind of file is not taken', ru: 'Такой вид файла не принимается' },
    detail: {
      en: '“{name}” is not one of: {expected}, or its content is something else than its name says.',
      ru: '«{name}» — не из числа: {expected}, или содержимое не соответствует имени.',
    },
  },
  image_refused: {
    status: 422,
    title: { en: 'This picture cannot be used', ru: 'Эта картинка не подходит' },
    detail: {
      en: 'Send a JPEG, PNG or WebP picture of at most {limit} megapixels.',
      ru: 'Пришлите картинку JPEG, PNG или WebP не больше {limit} мегапикселей.',
    },
  },
  range_not_satisfiable: {
    status: 416,
    title: { en: 'There are no such bytes', ru: 'Таких байтов нет' },
    detail: {
      en: 'The file has {size} bytes.',
      ru: 'В файле {size} байт.',
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
  unknown_category: {
    status: 422,
    title: { en: 'There is no such category', ru: 'Такой категории нет' },
    detail: {
      en: 'GET /project/file-type lists the categories there are.',
      ru: 'Список категорий — GET /project/file-type.',
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
      en: 'Name and surname have 1 to 100 characters, without control characters.',
      ru: 'Имя и фамилия — от 1 до 100 символов без управляющих.',
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
  too_slow: {
    status: 408,
    title: { en: 'The upload is too slow', ru: 'Загрузка слишком медленная' },
    detail: {
      en: 'Less than {rate} KB a second arrived. Check the connection and send it again.',
      ru: 'Приходило меньше {rate} КБ в секунду. Проверьте соединение и отправьте снова.',
    },
  },
  storage_full: {
    status: 507,
    title: { en: 'There is no room for the file', ru: 'Для файла нет места' },
    detail: {
      en: 'The directory’s storage is full. Nothing was changed; tell the people who run it.',
      ru: 'Хранилище каталога заполнено. Ничего не изменено; сообщите администраторам.',
    },
  },
  too_many_calls: {
    status: 429,
    title: { en: 'Too many calls', ru: 'Слишком много вызовов' },
    detail: {
      en: 'This address has used up its share for now. Try again in {seconds} seconds.',
      ru: 'Лимит для этого адреса пока исчерпан. Повторите через {seconds} с.',
    },
  },
  headers_too_large: {
    status: 431,
    title: { en: 'The headers are too large', ru: 'Заголовки слишком велики' },
    detail: { en: 'All headers together may have at most {limit} bytes.', ru: 'Все заголовки вместе — не более {limit} байт.' },
  },
  internal: {
    status: 500,
    title: { en: 'Something broke on our side', ru: 'Ошибка на нашей стороне' },
    detail: {
      en: 'The fault is recorded under {requestId}. Try again; if it stays, send this number to the people who run the directory.',
      ru: 'Ошибка записана под номером {requestId}. Повторите; если не пройдёт, сообщите этот номер администраторам каталога.',
    },
  },
  overloaded: {
    status: 503,
    title: { en: 'Too busy right now', ru: 'Сервис сейчас перегружен' },
    detail: { en: 'The service is at its limit. Try again in a few seconds.', ru: 'Сервис на пределе. Повторите через несколько секунд.' },
  },
  warming_up: {
    status: 503,
    title: { en: 'Search is still getting ready', ru: 'Поиск ещё готовится' },
    detail: {
      en: 'The search index is being built after a start. Lists and pages work; try the search again in a few seconds.',
      ru: 'После запуска строится поисковый индекс. Списки и страницы работают; повторите поиск через несколько секунд.',
    },
  },
  database_unavailable: {
    status: 503,
    title: { en: 'The store does not answer', ru: 'Хранилище не отвечает' },
    detail: {
      en: 'The database cannot be reached at the moment. Nothing was changed; try again in a few seconds.',
      ru: 'База данных сейчас недоступна. Ничего не изменено; повторите через несколько секунд.',
    },
  },
  deadline_exceeded: {
    status: 503,
    title: { en: 'The answer took too long', ru: 'Ответ занял слишком много времени' },
    detail: {
      en: 'The service gave up after {seconds} seconds. Try again in a few seconds.',
      ru: 'Сервис прекратил попытки через {seconds} с. Повторите через несколько секунд.',
    },
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errors
export type Language = 'en' | 'ru'
export type Details = Record<string, string | number>
export type FieldFault = { path: string; code: FaultCode; params?: Details }

// What can be wrong with one value; the entries of a problem's "errors".
export const faults = {
  wrong_type: { en: 'should be {expected}', ru: 'ожидается: {expected}' },
  required: { en: 'is missing', ru: 'отсутствует' },
  not_a_date: { en: 'should be a calendar date like 2026-09-01', ru: 'ожидается дата вида 2026-09-01' },
  out_of_range: { en: 'should be {expected}', ru: 'должно быть {expected}' },
  too_long: { en: 'may have at most {limit} characters', ru: 'не длиннее {limit} символов' },
  unknown_word: { en: 'should be one of: {expected}', ru: 'допустимо одно из: {expected}' },
  too_many: { en: 'may have at most {limit} entries', ru: 'не более {limit} значений' },
} as const satisfies Record<string, Texts>

export type FaultCode = keyof typeof faults

// What a value should be, in words; a fault's {expected} may name one of these.
export const expectations: Record<string, Texts> = {
  string: { en: 'text', ru: 'текст' },
  integer: { en: 'a whole number', ru: 'целое число' },
  array: { en: 'a list', ru: 'список' },
  object: { en: 'an object', ru: 'объект' },
  boolean: { en: 'true or false', ru: 'true или false' },
}

// Every call can answer with these, so endpoints do not repeat them.
export const commonErrors = [
  'bad_url',
  'invalid_input',
  'url_too_long',
  'headers_too_large',
  'too_many_calls',
  'internal',
  'overloaded',
  'deadline_exceeded',
] as const satisfies readonly ErrorCode[]

export const fill = (text: string, details: Details = {}): string =>
  text.replace(/\{(\w+)\}/g, (_, key: string) => String(details[key] ?? ''))

export const describeFault = ({ code, params }: FieldFault, language: Language): string =>
  fill(faults[code][language], { ...params, expected: expectations[params?.expected ?? '']?.[language] ?? params?.expected ?? '' })
