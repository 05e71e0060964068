import type { ErrorEntry } from './entry.ts'

// Why something cannot be done about a letter; the command line says the same.
export const mailErrors = {
  mail_not_found: {
    status: 404,
    title: { en: 'No such letter', ru: 'Такого письма нет' },
    detail: {
      en: 'There is no letter with the number {mail}. Those that ended more than 90 days ago are gone.',
      ru: 'Письма с номером {mail} нет. Письма удаляются через 90 дней после того, как с ними всё решилось.',
    },
  },
  mail_sent: {
    status: 409,
    title: { en: 'The letter has left', ru: 'Письмо уже ушло' },
    detail: {
      en: 'It was sent, by itself or inside a daily letter; a second one would only be a copy.',
      ru: 'Оно отправлено, отдельно или в составе ежедневного письма; второе было бы только копией.',
    },
  },
  mail_under_way: {
    status: 409,
    title: { en: 'The letter is leaving', ru: 'Письмо как раз уходит' },
    detail: {
      en: 'A worker is handing it over right now. Ask again in a minute.',
      ru: 'Оно как раз передаётся почтовому серверу. Попробуйте через минуту.',
    },
  },
  mail_waiting: {
    status: 409,
    title: { en: 'The letter is in the queue', ru: 'Письмо уже в очереди' },
    detail: {
      en: 'It waits for the worker already, which takes it within seconds.',
      ru: 'Оно уже ждёт отправки и уйдёт через несколько секунд.',
    },
  },
  mail_ended: {
    status: 409,
    title: { en: 'The letter is not waiting any more', ru: 'Письмо больше не ждёт' },
    detail: { en: 'There is nothing left to stop.', ru: 'Останавливать уже нечего.' },
  },
  mail_link_gone: {
    status: 409,
    title: { en: 'The link in the letter is gone', ru: 'Ссылки из письма больше нет' },
    detail: {
      en: 'The link in it has been sent or used, and no other can be made here. The person can ask for a new one.',
      ru: 'Ссылка из него уже отправлена или использована, а новую здесь не сделать. Человек может запросить её сам.',
    },
  },
  address_not_refused: {
    status: 404,
    title: { en: 'Nothing is held against this address', ru: 'К этому адресу нет претензий' },
    detail: {
      en: 'Mail goes to {address} as it is. Somebody may have allowed it already.',
      ru: 'Письма на {address} и так уходят. Возможно, адрес уже разрешили.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
