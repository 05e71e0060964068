import type { Language } from '#contract/errors.ts'
import { language } from './settings.ts'
import { type SameKeys, type Values, writeText } from './texts.ts'

// The few words the shared parts bring along themselves.

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
  unsaved: 'Your changes are not saved yet.',
  failed: 'This could not be loaded',
  unreachable: 'The directory cannot be reached',
  unreachableWhy: 'Check your connection. What you have seen before is still there.',
  broken: 'Something went wrong on our side. Try again in a moment.',
  number: 'If you report it, name this number: {id}',
  newVersion: 'There is a new version of this app.',
  savedAt: 'Shown as of {when}.',
  offline: 'You are offline.',
  ended: 'You were signed out, here or on another device.',
  skip: 'Skip to the content',
  download: 'Download',
  noPreview: 'This file cannot be shown here. Download it to open it.',
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
  unsaved: 'Изменения ещё не сохранены.',
  failed: 'Не удалось загрузить',
  unreachable: 'Каталог недоступен',
  unreachableWhy: 'Проверьте соединение. То, что вы уже видели, осталось на месте.',
  broken: 'Что-то пошло не так на нашей стороне. Попробуйте чуть позже.',
  number: 'Если будете писать об этом, назовите номер: {id}',
  newVersion: 'Вышла новая версия приложения.',
  savedAt: 'Данные на {when}.',
  offline: 'Нет сети.',
  ended: 'Вы вышли из системы — здесь или на другом устройстве.',
  skip: 'К содержанию',
  download: 'Скачать',
  noPreview: 'Здесь этот файл не показать. Скачайте его, чтобы открыть.',
}

const words: Record<Language, SameKeys<typeof en>> = { en, ru }

export const w = (key: keyof typeof en, values: Values = {}): string => writeText(words[language.value][key], values, language.value)
