import type { ErrorEntry } from './entry.ts'

// Uploads and downloads.
export const fileErrors = {
  malformed_upload: {
    status: 400,
    title: { en: 'Invalid upload', ru: 'Некорректная загрузка' },
    detail: {
      en: 'The request body is not valid multipart/form-data: {why}. Try again.',
      ru: 'Тело запроса не соответствует multipart/form-data: {why}. Повторите отправку.',
    },
  },
  file_missing: {
    status: 400,
    title: { en: 'No file', ru: 'Файла нет' },
    detail: {
      en: 'Send the file in the “files” part of multipart/form-data.',
      ru: 'Пришлите файл в части «files» запроса multipart/form-data.',
    },
  },
  file_too_large: {
    status: 413,
    title: { en: 'File too large', ru: 'Слишком большой файл' },
    detail: {
      en: 'The limit is {limit} MB.',
      ru: 'Можно загрузить не больше {limit} МБ.',
    },
  },
  too_many_files: {
    status: 413,
    title: { en: 'Too many files', ru: 'Слишком много файлов' },
    detail: {
      en: 'You can send up to {limit} files at once.',
      ru: 'За один раз можно отправить не больше {limit} файлов.',
    },
  },
  quota_exceeded: {
    status: 413,
    title: { en: 'Team storage is full', ru: 'Место для файлов команды закончилось' },
    detail: {
      en: 'A team can store {limit} MB of files. Deleted files count for another {days} days.',
      ru: 'У команды {limit} МБ для файлов. Удалённые файлы занимают место ещё {days} дней.',
    },
  },
  file_type_refused: {
    status: 415,
    title: { en: 'File type not allowed', ru: 'Такой формат не подходит' },
    detail: {
      en: 'Allowed: {expected}. The content of “{name}” must match its extension.',
      ru: 'Можно: {expected}. Содержимое «{name}» должно соответствовать расширению.',
    },
  },
  file_empty: {
    status: 415,
    title: { en: 'The file is empty', ru: 'Файл пустой' },
    detail: {
      en: '“{name}” has no content. Check the file, or choose another one.',
      ru: 'В «{name}» нет содержимого. Проверьте файл или выберите другой.',
    },
  },
  image_refused: {
    status: 422,
    title: { en: 'Image not allowed', ru: 'Изображение не подходит' },
    detail: {
      en: 'Use a JPEG, PNG or WebP image up to {limit} megapixels.',
      ru: 'Выберите изображение JPEG, PNG или WebP до {limit} мегапикселей.',
    },
  },
  cover_locked: {
    status: 403,
    title: { en: 'Only curators can change this cover', ru: 'Эту обложку могут менять только кураторы' },
    detail: {
      en: 'Ask a curator to change the cover, or to allow your team to do it.',
      ru: 'Попросите куратора изменить обложку или разрешить это вашей команде.',
    },
  },
  cover_missing: {
    status: 404,
    title: { en: 'No cover yet', ru: 'Обложки пока нет' },
    detail: {
      en: 'Upload a picture first.',
      ru: 'Сначала загрузите изображение.',
    },
  },
  range_not_satisfiable: {
    status: 416,
    title: { en: 'Range not satisfiable', ru: 'Недопустимый диапазон' },
    detail: {
      en: 'The file has {size} bytes.',
      ru: 'В файле {size} байт.',
    },
  },
  too_slow: {
    status: 408,
    title: { en: 'Upload too slow', ru: 'Загрузка слишком медленная' },
    detail: {
      en: 'The speed was below {rate} KB per second. Check your connection and try again.',
      ru: 'Скорость была ниже {rate} КБ в секунду. Проверьте соединение и повторите.',
    },
  },
  storage_full: {
    status: 507,
    title: { en: 'Storage is full', ru: 'Хранилище заполнено' },
    detail: {
      en: 'Nothing was changed. Contact the directory admins.',
      ru: 'Ничего не изменилось. Сообщите администраторам каталога.',
    },
  },
  storage_unavailable: {
    status: 503,
    title: { en: 'File storage unavailable', ru: 'Хранилище файлов недоступно' },
    detail: {
      en: 'Files can’t be opened or saved at the moment. Try again in a minute.',
      ru: 'Сейчас нельзя открыть или сохранить файл. Повторите через минуту.',
    },
  },
  upload_limit: {
    status: 429,
    title: { en: 'Upload limit reached', ru: 'Достигнут лимит загрузки' },
    detail: {
      en: 'You can make up to {uploads} uploads per hour, {limit} MB in total. Try again in {minutes} min.',
      ru: 'За час можно сделать не больше {uploads} загрузок, всего до {limit} МБ. Повторите через {minutes} мин.',
    },
  },
  file_damaged: {
    status: 500,
    title: { en: 'File damaged', ru: 'Файл повреждён' },
    detail: {
      en: 'The stored copy of file {file} is damaged. Upload it again or contact the directory admins.',
      ru: 'Сохранённая копия файла {file} повреждена. Загрузите файл снова или сообщите администраторам каталога.',
    },
  },
  file_not_found: {
    status: 404,
    title: { en: 'File not found', ru: 'Файл не найден' },
    detail: {
      en: 'File {file} doesn’t exist, or you don’t have access to it.',
      ru: 'Файла {file} нет, или у вас нет к нему доступа.',
    },
  },
  category_taken: {
    status: 409,
    title: { en: 'This category already has a file', ru: 'В этой категории уже есть файл' },
    detail: {
      en: 'Replace file {file} (change-file) or delete it first.',
      ru: 'Замените файл {file} (change-file) или сначала удалите его.',
    },
  },
  too_many_versions: {
    status: 409,
    title: { en: 'Too many versions', ru: 'Слишком много версий' },
    detail: {
      en: 'A file can have up to {limit} versions. Delete it and upload it again.',
      ru: 'У файла может быть не больше {limit} версий. Удалите его и загрузите заново.',
    },
  },
  unknown_category: {
    status: 422,
    title: { en: 'Unknown category', ru: 'Неизвестная категория' },
    detail: {
      en: 'GET /project/file-type lists all categories.',
      ru: 'Список категорий — GET /project/file-type.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
