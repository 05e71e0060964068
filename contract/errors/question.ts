import type { ErrorEntry } from './entry.ts'

// Questions on projects.
export const questionErrors = {
  answer_not_allowed: {
    status: 403,
    title: { en: 'You can’t answer this question', ru: 'Ответить на этот вопрос нельзя' },
    detail: {
      en: 'Only curators and members of a team that works on “{project}” can answer.',
      ru: 'Отвечают кураторы и участники команды, которая работает над проектом «{project}».',
    },
  },
  question_not_own: {
    status: 403,
    title: { en: 'This is someone else’s question', ru: 'Это чужой вопрос' },
    detail: {
      en: 'Only the person who asked can delete a question. Curators can hide it in the console.',
      ru: 'Удалить вопрос может только тот, кто его задал. Кураторы могут скрыть его в консоли.',
    },
  },
  question_not_found: {
    status: 404,
    title: { en: 'Question not found', ru: 'Вопрос не найден' },
    detail: {
      en: 'There is no question with ID {question}. It may have been deleted or hidden.',
      ru: 'Вопроса с ID {question} нет. Возможно, его удалили или скрыли.',
    },
  },
  questions_closed: {
    status: 409,
    title: { en: 'Questions are closed', ru: 'Вопросы закрыты' },
    detail: {
      en: 'The curators of “{project}” don’t take new questions. You can still read the answers.',
      ru: 'Новые вопросы о проекте «{project}» не принимаются. Ответы по-прежнему можно читать.',
    },
  },
  questions_waiting: {
    status: 409,
    title: { en: 'Your questions await an answer', ru: 'Ваши вопросы ждут ответа' },
    detail: {
      en: 'You can have up to {limit} unanswered questions on a project. Wait for an answer, or delete one of them.',
      ru: 'На один проект можно задать не больше {limit} вопросов без ответа. Дождитесь ответа или удалите один из них.',
    },
  },
  question_answered: {
    status: 409,
    title: { en: 'The question has been answered', ru: 'На вопрос уже ответили' },
    detail: {
      en: 'Answered questions stay for other readers. A curator can hide it.',
      ru: 'Вопросы с ответами остаются для других читателей. Скрыть вопрос может куратор.',
    },
  },
  answer_changed: {
    status: 409,
    title: { en: 'Someone else has answered', ru: 'Уже ответил кто-то другой' },
    detail: {
      en: 'The answer was added or changed in the meantime. Read it, then edit it if needed.',
      ru: 'Ответ за это время добавили или изменили. Прочитайте его и, если нужно, исправьте.',
    },
  },
  text_required: {
    status: 422,
    title: { en: 'Text required', ru: 'Нужен текст' },
    detail: { en: 'Enter some text.', ru: 'Введите текст.' },
  },
  too_many_questions: {
    status: 429,
    title: { en: 'Too many questions', ru: 'Слишком много вопросов' },
    detail: {
      en: 'You can ask up to {limit} questions a day. Try again in {hours} h.',
      ru: 'За день можно задать не больше {limit} вопросов. Повторите через {hours} ч.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
