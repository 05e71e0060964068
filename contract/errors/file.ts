import type { ErrorEntry } from './entry.ts'

// Files on their way in and out.
export const fileErrors = {
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
  file_not_found: {
    status: 404,
    title: { en: 'No such file', ru: 'Такого файла нет' },
    detail: {
      en: 'There is no file {file} that you could see.',
      ru: 'Файла {file}, который вы могли бы видеть, нет.',
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
  unknown_category: {
    status: 422,
    title: { en: 'There is no such category', ru: 'Такой категории нет' },
    detail: {
      en: 'GET /project/file-type lists the categories there are.',
      ru: 'Список категорий — GET /project/file-type.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
