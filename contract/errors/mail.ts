import type { ErrorEntry } from './entry.ts'

// Errors of actions on an email; the command line uses them too.
export const mailErrors = {
  mail_not_found: {
    status: 404,
    title: { en: 'Email not found', ru: 'Письмо не найдено' },
    detail: {
      en: 'There is no email with ID {mail}. Emails are deleted after 90 days.',
      ru: 'Письма с ID {mail} нет. Письма удаляются через 90 дней.',
    },
  },
  mail_sent: {
    status: 409,
    title: { en: 'Email already sent', ru: 'Письмо уже отправлено' },
    detail: {
      en: 'It was sent on its own or in a daily digest, so it can’t be sent again.',
      ru: 'Оно отправлено отдельно или в ежедневной сводке, повторно отправить его нельзя.',
    },
  },
  mail_under_way: {
    status: 409,
    title: { en: 'Email is being sent', ru: 'Письмо отправляется' },
    detail: {
      en: 'Try again in a minute.',
      ru: 'Попробуйте через минуту.',
    },
  },
  mail_waiting: {
    status: 409,
    title: { en: 'Email already queued', ru: 'Письмо уже в очереди' },
    detail: {
      en: 'It will be sent within seconds.',
      ru: 'Оно уйдёт через несколько секунд.',
    },
  },
  mail_ended: {
    status: 409,
    title: { en: 'Nothing to cancel', ru: 'Отменять нечего' },
    detail: { en: 'The email is no longer waiting to be sent.', ru: 'Письмо больше не ожидает отправки.' },
  },
  mail_link_gone: {
    status: 409,
    title: { en: 'The link has expired', ru: 'Ссылка больше не действует' },
    detail: {
      en: 'The link in this email was already sent or used. The person can request a new one in their profile.',
      ru: 'Ссылка из письма уже отправлена или использована. Новую можно запросить в профиле.',
    },
  },
  address_not_refused: {
    status: 404,
    title: { en: 'Address not blocked', ru: 'Адрес не заблокирован' },
    detail: {
      en: 'Emails to {address} are allowed. Someone may have already unblocked it.',
      ru: 'Письма на {address} отправляются. Возможно, адрес уже разблокировали.',
    },
  },
  import_emails_not_found: {
    status: 404,
    title: { en: 'Emails not found', ru: 'Письма не найдены' },
    detail: { en: 'There are no emails of an import with the number {id}.', ru: 'Писем загрузки с номером {id} нет.' },
  },
  import_emails_ended: {
    status: 409,
    title: { en: 'Already decided', ru: 'Решение уже принято' },
    detail: {
      en: 'These emails were already sent or dropped. Nothing was sent again.',
      ru: 'Эти письма уже отправлены или отменены. Повторно ничего не отправлено.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
