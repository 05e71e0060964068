import type { Language } from '#contract/errors.ts'
import { language } from './settings.ts'
import { type SameKeys, type Values, writeText } from './texts.ts'

// Texts of the shared components.

const en = {
  close: 'Close',
  cancel: 'Cancel',
  undo: 'Undo',
  retry: 'Try again',
  reload: 'Reload',
  loading: 'Loading',
  remove: 'Remove',
  discard: 'Discard',
  keepEditing: 'Keep editing',
  unsaved: 'You have unsaved changes.',
  failed: 'Couldn’t load the data',
  unreachable: 'Can’t reach the server',
  unreachableWhy: 'Check your connection. Saved data is still available.',
  broken: 'Something went wrong. Try again in a moment.',
  number: 'Error ID: {id}',
  newVersion: 'A new version is available.',
  savedAt: 'Last updated {when}.',
  offline: 'You’re offline.',
  skip: 'Skip to content',
  download: 'Download',
  noPreview: 'No preview available. Download the file to open it.',
  largeFile: 'This file is large: {size}.',
  showPreview: 'Show preview',
  previewCut: 'Only the beginning of the file is shown.',
  showAnyway: 'Show anyway',
  previewEnds: 'The file is too large to show in full. Download it to see the rest.',
  'invalid.missing': 'Fill in this field.',
  'invalid.email': 'Enter an email address, like anna@example.org.',
  'invalid.url': 'Enter a link, like https://example.org.',
  'invalid.date': 'Enter a date within the allowed range.',
  'invalid.other': 'Check this value.',
}

const ru: SameKeys<typeof en> = {
  close: 'Закрыть',
  cancel: 'Отмена',
  undo: 'Вернуть',
  retry: 'Повторить',
  reload: 'Обновить',
  loading: 'Загрузка',
  remove: 'Убрать',
  discard: 'Не сохранять',
  keepEditing: 'Продолжить',
  unsaved: 'Есть несохранённые изменения.',
  failed: 'Не удалось загрузить данные',
  unreachable: 'Сервер недоступен',
  unreachableWhy: 'Проверьте соединение. Сохранённые данные доступны без сети.',
  broken: 'Что-то пошло не так. Попробуйте ещё раз чуть позже.',
  number: 'Код ошибки: {id}',
  newVersion: 'Доступна новая версия.',
  savedAt: 'Обновлено {when}.',
  offline: 'Нет сети.',
  skip: 'Перейти к содержимому',
  download: 'Скачать',
  noPreview: 'Предпросмотр недоступен. Скачайте файл, чтобы открыть его.',
  largeFile: 'Большой файл: {size}.',
  showPreview: 'Показать',
  previewCut: 'Показано только начало файла.',
  showAnyway: 'Всё равно показать',
  previewEnds: 'Файл слишком большой, чтобы показать его целиком. Скачайте его, чтобы увидеть остальное.',
  'invalid.missing': 'Заполните это поле.',
  'invalid.email': 'Введите адрес почты, например anna@example.org.',
  'invalid.url': 'Введите ссылку, например https://example.org.',
  'invalid.date': 'Введите дату в допустимых пределах.',
  'invalid.other': 'Проверьте значение.',
}

const texts: Record<Language, SameKeys<typeof en>> = { en, ru }

export const w = (key: keyof typeof en, values: Values = {}): string => writeText(texts[language.value][key], values, language.value)
