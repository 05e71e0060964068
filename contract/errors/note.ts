import type { ErrorEntry } from './entry.ts'

// Notes of curators, and messages on applications.
export const noteErrors = {
  note_not_own: {
    status: 403,
    title: { en: 'This is someone else’s note', ru: 'Это чужая заметка' },
    detail: {
      en: 'Only the author and admins can change or delete a note.',
      ru: 'Изменить или удалить заметку могут её автор и администраторы.',
    },
  },
  note_not_found: {
    status: 404,
    title: { en: 'Note not found', ru: 'Заметка не найдена' },
    detail: {
      en: 'There is no note with ID {note}. It may have been deleted.',
      ru: 'Заметки с ID {note} нет. Возможно, её удалили.',
    },
  },
  notes_full: {
    status: 409,
    title: { en: 'Too many notes here', ru: 'Здесь слишком много заметок' },
    detail: {
      en: 'There can be up to {limit} notes here. Delete old ones first.',
      ru: 'Здесь может быть не больше {limit} заметок. Сначала удалите старые.',
    },
  },
  nothing_asked: {
    status: 409,
    title: { en: 'No questions yet', ru: 'Вопросов пока нет' },
    detail: {
      en: 'You can answer once a curator has asked a question about the application.',
      ru: 'Ответить можно, когда куратор задаст вопрос по заявке.',
    },
  },
  too_many_messages: {
    status: 409,
    title: { en: 'Too many messages', ru: 'Слишком много сообщений' },
    detail: {
      en: 'An application can have up to {limit} messages.',
      ru: 'У заявки может быть не больше {limit} сообщений.',
    },
  },
  too_many_notes: {
    status: 429,
    title: { en: 'Too many notes', ru: 'Слишком много заметок' },
    detail: {
      en: 'You can add up to {limit} notes an hour. Try again in {minutes} min.',
      ru: 'За час можно добавить не больше {limit} заметок. Повторите через {minutes} мин.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
