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
