import type { SameKeys } from '#ui/texts.ts'
import type { CoverTexts } from './cover-texts-en.ts'

export const cover: SameKeys<CoverTexts> = {
  'cover.title': 'Обложка',
  'cover.hint': 'Перетащите сюда изображение или загрузите его. Без изображения обложка рисуется по тегам.',
  'cover.dropHere': 'Отпустите изображение здесь',
  'cover.upload': 'Загрузить изображение',
  'cover.replace': 'Заменить',
  'cover.edit': 'Изменить обложку',
  'cover.new': 'Новая обложка',
  'cover.remove': 'Удалить',
  'cover.removed': 'Обложка удалена.',
  'cover.save': 'Сохранить',
  'cover.saved': 'Обложка сохранена.',
  'cover.position': 'Видимая часть',
  'cover.alt': 'Что изображено',
  'cover.altHint': 'Этот текст услышат те, кто не видит изображение. Пишите на языке проекта.',
  'cover.altMissing': 'Опишите изображение в нескольких словах.',
  'cover.small': 'Изображение небольшое: на крупных экранах оно может быть нечётким. Лучше от 1440 × 810 пикселей.',
  'cover.tooLarge': 'Размер файла — {size}. Можно загрузить не больше {most}.',
  'cover.unreadable': 'Не удалось открыть файл. Выберите изображение JPEG, PNG или WebP.',
  'cover.sending': 'Изображение загружается',
  'cover.making': 'Готовим изображение для всех экранов…',
}
