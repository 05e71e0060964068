import type { ErrorEntry } from './entry.ts'

export const announcementErrors = {
  announcement_not_found: {
    status: 404,
    title: { en: 'Announcement not found', ru: 'Объявление не найдено' },
    detail: { en: 'Announcements are deleted after 400 days.', ru: 'Объявления удаляются через 400 дней.' },
  },
  announcement_ended: {
    status: 409,
    title: { en: 'Nothing left to recall', ru: 'Отзывать уже нечего' },
    detail: {
      en: 'All its emails have been sent, or it was recalled before.',
      ru: 'Все письма уже отправлены, или объявление отозвали раньше.',
    },
  },
  audience_empty: {
    status: 422,
    title: { en: 'No recipients', ru: 'Нет получателей' },
    detail: {
      en: 'None of the selected people can get the email. Choose other recipients.',
      ru: 'Среди выбранных нет никого, кто получит письмо. Выберите других получателей.',
    },
  },
  audience_too_large: {
    status: 422,
    title: { en: 'Too many recipients', ru: 'Слишком много получателей' },
    detail: {
      en: 'An announcement can have up to {limit} recipients. Choose fewer of them.',
      ru: 'У объявления может быть не больше {limit} получателей. Выберите меньше получателей.',
    },
  },
  too_many_announcements: {
    status: 429,
    title: { en: 'Too many announcements', ru: 'Слишком много объявлений' },
    detail: {
      en: 'You can send up to {limit} announcements a day. Try again in {hours} h.',
      ru: 'За день можно отправить не больше {limit} объявлений. Повторите через {hours} ч.',
    },
  },
  no_own_address: {
    status: 422,
    title: { en: 'You have no email address', ru: 'У вас не указана почта' },
    detail: {
      en: 'Add an email address to your profile, then send the test email again.',
      ru: 'Укажите адрес почты в профиле и отправьте тестовое письмо ещё раз.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
