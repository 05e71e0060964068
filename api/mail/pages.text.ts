import type { Language } from '#contract/errors.ts'
import type { NotificationKind, When } from '#contract/notification.ts'
import type { MailPage } from './pages.kinds.ts'

// Each page says what happened and what to do next. {what} and {email} are filled in.
type PageText = { title: string; body: string[]; button?: string }

/** When a mail comes, in words that continue “a mail when …”. */
export const occasions: Record<Language, Record<NotificationKind | 'digest', string>> = {
  en: {
    request_received: 'an application of your team has arrived',
    request_approved: 'an application of your team is approved',
    request_declined: 'an application of your team is declined',
    request_superseded: 'an application of your team is dropped because it got another project',
    request_withdrawn: 'an application of your team is withdrawn',
    team_added: 'you become a member of a team',
    result_replaced: 'somebody in your team replaces a result',
    new_sign_in: 'somebody signs in as you on a new device',
    digest: 'something happened that you hear of once a day',
  },
  ru: {
    request_received: 'заявка вашей команды получена',
    request_approved: 'заявка вашей команды одобрена',
    request_declined: 'заявка вашей команды отклонена',
    request_superseded: 'заявка вашей команды снята, потому что команда получила другой проект',
    request_withdrawn: 'заявка вашей команды отозвана',
    team_added: 'вас включили в команду',
    result_replaced: 'кто-то в вашей команде заменил результат',
    new_sign_in: 'под вашим именем вошли с нового устройства',
    digest: 'произошло что-то из того, о чём вы узнаёте раз в день',
  },
}

type Words = { all: string; home: string; number: string; turnOff: string; turnOn: string } & Record<When, string>
export const words: Record<Language, Words> = {
  en: {
    all: 'All mails you can turn on and off',
    home: 'To the directory',
    number: 'Number for the people who run the directory',
    turnOff: 'Turn off',
    turnOn: 'Turn on',
    'at-once': 'at once',
    daily: 'once a day',
    off: 'off',
  },
  ru: {
    all: 'Все письма, которые можно включить и выключить',
    home: 'В каталог',
    number: 'Номер для тех, кто ведёт каталог',
    turnOff: 'Выключить',
    turnOn: 'Включить',
    'at-once': 'сразу',
    daily: 'раз в день',
    off: 'выключено',
  },
}

export const texts: Record<MailPage['kind'], Record<Language, PageText>> = {
  ask: {
    en: { title: 'Turn these mails off?', body: ['You will no longer get a mail when {what}.'], button: 'Turn off' },
    ru: { title: 'Выключить эти письма?', body: ['Письмо больше не будет приходить, когда {what}.'], button: 'Выключить' },
  },
  off: {
    en: {
      title: 'These mails are off',
      body: ['You get no mail any more when {what}. One that is already on its way may still arrive.'],
      button: 'Turn on again',
    },
    ru: {
      title: 'Эти письма выключены',
      body: ['Письмо больше не приходит, когда {what}. Одно уже отправленное ещё может дойти.'],
      button: 'Включить снова',
    },
  },
  all: {
    en: { title: 'Your mails', body: ['What you hear of by mail. Links that confirm an e-mail address come whenever you ask for them.'] },
    ru: {
      title: 'Ваши письма',
      body: ['О чём вы узнаёте по почте. Ссылки для подтверждения адреса приходят всегда, когда вы их просите.'],
    },
  },
  token_unknown: {
    en: {
      title: 'This link does not work',
      body: [
        'It may have been cut off in the mail, or the account is gone. Open the link of a newer mail, or sign in and change your settings there.',
      ],
      button: 'To the directory',
    },
    ru: {
      title: 'Эта ссылка не действует',
      body: [
        'Возможно, она обрезана в письме или учётной записи больше нет. Откройте ссылку из более нового письма или войдите и измените настройки.',
      ],
      button: 'В каталог',
    },
  },
  confirm: {
    en: {
      title: 'Confirm your new e-mail',
      body: ['Press the button, and mails of the directory go to this address from now on.'],
      button: 'Confirm',
    },
    ru: {
      title: 'Подтвердите новую почту',
      body: ['Нажмите кнопку, и письма каталога будут приходить на этот адрес.'],
      button: 'Подтвердить',
    },
  },
  confirmed: {
    en: {
      title: 'Your e-mail is confirmed',
      body: ['Mails of the directory now go to {email}. You can close this page.'],
      button: 'To the directory',
    },
    ru: {
      title: 'Почта подтверждена',
      body: ['Письма каталога теперь приходят на {email}. Эту страницу можно закрыть.'],
      button: 'В каталог',
    },
  },
  link_gone: {
    en: {
      title: 'This link is no longer good',
      body: [
        'It was used already, is older than a day, or was replaced by a newer one. If your profile shows the new address, everything is done.',
        'If not, change the e-mail in your profile again, and a new link comes.',
      ],
      button: 'To the directory',
    },
    ru: {
      title: 'Ссылка больше не действует',
      body: [
        'Она уже использована, старше суток или заменена новой. Если в профиле стоит новый адрес, всё готово.',
        'Если нет — измените почту в профиле ещё раз, и придёт новая ссылка.',
      ],
      button: 'В каталог',
    },
  },
  store_unavailable: {
    en: {
      title: 'Please try again in a moment',
      body: ['The directory cannot be reached right now, so nothing was changed.'],
      button: 'Try again',
    },
    ru: { title: 'Повторите чуть позже', body: ['Каталог сейчас недоступен, поэтому ничего не изменено.'], button: 'Повторить' },
  },
  internal: {
    en: {
      title: 'Something broke on our side',
      body: ['Try again. If it stays, send the number below to the people who run the directory.'],
    },
    ru: { title: 'Ошибка на нашей стороне', body: ['Повторите. Если не пройдёт, сообщите номер ниже тем, кто ведёт каталог.'] },
  },
}
