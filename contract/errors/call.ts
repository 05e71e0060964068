import type { ErrorEntry } from './entry.ts'

// What can be wrong with a call as such, or with us.
export const callErrors = {
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
  too_many_streams: {
    status: 503,
    title: { en: 'Too many are listening', ru: 'Слишком много слушателей' },
    detail: { en: 'Ask again in half a minute, or without listening.', ru: 'Повторите через полминуты или обходитесь обычными вызовами.' },
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
