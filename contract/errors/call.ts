import type { ErrorEntry } from './entry.ts'

// Errors of the protocol and the server, possible in any call.
export const callErrors = {
  malformed_json: {
    status: 400,
    title: { en: 'Invalid JSON', ru: 'Некорректный JSON' },
    detail: {
      en: 'The request body is not valid JSON: {why}. Check quotes, commas and brackets, and send UTF-8.',
      ru: 'Тело запроса не читается как JSON: {why}. Проверьте кавычки, запятые и скобки; кодировка — UTF-8.',
    },
  },
  invalid_input: {
    status: 400,
    title: { en: 'Invalid values', ru: 'Некорректные значения' },
    detail: {
      en: 'These values have the wrong type: {keys}. See “errors” for the expected types.',
      ru: 'У этих значений неверный тип: {keys}. Ожидаемые типы указаны в «errors».',
    },
  },
  bad_url: {
    status: 400,
    title: { en: 'Invalid URL', ru: 'Некорректный адрес' },
    detail: {
      en: 'The path contains invalid percent-encoding. Encode it as UTF-8, for example %C3%A9 for “é”.',
      ru: 'В пути ошибка процентного кодирования. Кодируйте в UTF-8, например %D1%8F для «я».',
    },
  },
  bad_http: {
    status: 400,
    title: { en: 'Invalid HTTP request', ru: 'Некорректный запрос HTTP' },
    detail: { en: 'The request is not valid HTTP/1.1.', ru: 'Запрос не соответствует HTTP/1.1.' },
  },
  not_found: {
    status: 404,
    title: { en: 'Not found', ru: 'Не найдено' },
    detail: {
      en: 'There is no endpoint {path}. See the API documentation: {docs}.',
      ru: 'Метода {path} нет. Документация API: {docs}.',
    },
  },
  project_not_found: {
    status: 404,
    title: { en: 'Project not found', ru: 'Проект не найден' },
    detail: {
      en: 'There is no published project “{slug}”. It may have been renamed or unpublished. Search for it by name.',
      ru: 'Опубликованного проекта «{slug}» нет. Возможно, его переименовали или сняли с публикации. Найдите его по названию.',
    },
  },
  method_not_allowed: {
    status: 405,
    title: { en: 'Method not allowed', ru: 'Метод не поддерживается' },
    detail: { en: '{method} is not allowed here. Use {allow}.', ru: 'Метод {method} здесь не поддерживается. Используйте {allow}.' },
  },
  request_timeout: {
    status: 408,
    title: { en: 'Request timed out', ru: 'Время ожидания запроса истекло' },
    detail: {
      en: 'The request did not arrive within {seconds} seconds. Check your connection and try again.',
      ru: 'Запрос не был передан за {seconds} с. Проверьте соединение и повторите.',
    },
  },
  body_too_large: {
    status: 413,
    title: { en: 'Request too large', ru: 'Слишком большой запрос' },
    detail: { en: 'The limit is {limit} bytes.', ru: 'Допустимо не больше {limit} байт.' },
  },
  url_too_long: {
    status: 414,
    title: { en: 'URL too long', ru: 'Адрес слишком длинный' },
    detail: { en: 'The limit is {limit} characters.', ru: 'Допустимо не больше {limit} символов.' },
  },
  unsupported_media_type: {
    status: 415,
    title: { en: 'Unsupported content type', ru: 'Неподдерживаемый тип содержимого' },
    detail: { en: 'Send the request body as {expected}.', ru: 'Отправьте тело запроса в формате {expected}.' },
  },
  invalid_value: {
    status: 422,
    title: { en: 'Values not allowed', ru: 'Недопустимые значения' },
    detail: {
      en: 'These values are not allowed: {keys}. See “errors” for what is allowed.',
      ru: 'Эти значения недопустимы: {keys}. Допустимые указаны в «errors».',
    },
  },
  too_many_calls: {
    status: 429,
    title: { en: 'Too many requests', ru: 'Слишком много запросов' },
    detail: {
      en: 'The rate limit for your network address has been reached. Try again in {seconds} seconds.',
      ru: 'Превышен лимит запросов с вашего сетевого адреса. Повторите через {seconds} с.',
    },
  },
  too_many_jobs: {
    status: 429,
    title: { en: 'Too much at once', ru: 'Слишком много сразу' },
    detail: {
      en: 'What you started before is still in progress ({limit} at most). Try again in a few seconds.',
      ru: 'То, что вы запустили раньше, ещё выполняется (не больше {limit}). Повторите через несколько секунд.',
    },
  },
  too_many_streams: {
    status: 503,
    title: { en: 'Too many live connections', ru: 'Слишком много подключений' },
    detail: {
      en: 'Try again in half a minute, or use regular requests.',
      ru: 'Повторите через полминуты или используйте обычные запросы.',
    },
  },
  headers_too_large: {
    status: 431,
    title: { en: 'Headers too large', ru: 'Слишком большие заголовки' },
    detail: { en: 'The limit for all headers together is {limit} bytes.', ru: 'Общий размер заголовков — не больше {limit} байт.' },
  },
  internal: {
    status: 500,
    title: { en: 'Something went wrong', ru: 'Что-то пошло не так' },
    detail: {
      en: 'Try again. If it happens again, send this error ID to the directory admins: {requestId}.',
      ru: 'Попробуйте ещё раз. Если ошибка повторится, сообщите администраторам каталога её код: {requestId}.',
    },
  },
  overloaded: {
    status: 503,
    title: { en: 'The service is overloaded', ru: 'Сервис перегружен' },
    detail: {
      en: 'Too many requests at the moment. Try again in a few seconds.',
      ru: 'Сейчас слишком много запросов. Повторите через несколько секунд.',
    },
  },
  warming_up: {
    status: 503,
    title: { en: 'Search is starting', ru: 'Поиск запускается' },
    detail: {
      en: 'The search index is being built. Lists and pages work. Try the search again in a few seconds.',
      ru: 'Строится поисковый индекс. Списки и страницы работают. Повторите поиск через несколько секунд.',
    },
  },
  database_unavailable: {
    status: 503,
    title: { en: 'Database unavailable', ru: 'База данных недоступна' },
    detail: {
      en: 'Nothing was changed. Try again in a few seconds.',
      ru: 'Ничего не изменилось. Повторите через несколько секунд.',
    },
  },
  outcome_unknown: {
    status: 503,
    title: { en: 'Not known whether it was saved', ru: 'Неизвестно, сохранилось ли изменение' },
    detail: {
      en: 'The connection to the database was lost while saving. Check whether the change is there before you try again. A call repeated with the same Idempotency-Key is executed only once.',
      ru: 'Связь с базой данных прервалась при сохранении. Прежде чем повторять, проверьте, сохранилось ли изменение. Запрос с тем же Idempotency-Key выполнится только один раз.',
    },
  },
  deadline_exceeded: {
    status: 503,
    title: { en: 'Request timed out on the server', ru: 'Сервер не успел ответить' },
    detail: {
      en: 'The request took longer than {seconds} seconds. Try again in a few seconds.',
      ru: 'Обработка заняла больше {seconds} с. Повторите через несколько секунд.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
