import type { Language } from '#contract/errors.ts'
import type { NotificationKind, When } from '#contract/notification.ts'
import type { MailPage } from './pages.kinds.ts'

// Each page says what happened and what to do next. {what} and {email} are filled in.
type PageText = { title: string; body: string[]; button?: string }

/** Completes “an email when …”. */
export const occasions: Record<Language, Record<NotificationKind | 'digest', string>> = {
  en: {
    request_received: 'your team applies for a project',
    request_approved: 'an application of your team is approved',
    request_declined: 'an application of your team is declined',
    request_superseded: 'an application of your team is closed because it got another project',
    request_withdrawn: 'an application of your team is withdrawn',
    request_new: 'teams apply for projects (for curators)',
    team_added: 'you are added to a team',
    team_moved: 'your team gets or loses a project',
    result_replaced: 'a result file of your team is replaced',
    team_invitation: 'a team invites you',
    team_joined: 'somebody joins your team',
    join_request: 'somebody asks to join your team',
    join_request_answered: 'your request to join a team is answered',
    team_admin: 'you become a team admin',
    team_removed: 'you are removed from a team, or it is disbanded',
    leave_request: 'somebody asks to leave a team (for curators)',
    leave_request_answered: 'a request to leave a team is answered',
    round_result: 'the results of a round are published',
    round_ask: 'curators ask your team for one more choice',
    round_offer: 'a place becomes free for your team',
    round_exchange: 'your team can exchange its project',
    question_asked: 'there is a new question about a project of yours',
    question_answered: 'your question about a project is answered',
    request_question: 'a curator asks about an application of your team',
    request_answer: 'a team answers your question about its application',
    note_mention: 'a curator mentions you in a note',
    saved_closing: 'applications for a saved project close soon',
    announcements: 'curators send an announcement',
    new_sign_in: 'there is a new sign-in to your account',
    digest: 'there is a daily digest',
  },
  ru: {
    request_received: 'ваша команда подала заявку',
    request_approved: 'заявка вашей команды одобрена',
    request_declined: 'заявка вашей команды отклонена',
    request_superseded: 'заявка вашей команды закрыта, потому что команда получила другой проект',
    request_withdrawn: 'заявка вашей команды отозвана',
    request_new: 'команды подают заявки (для кураторов)',
    team_added: 'вас добавили в команду',
    team_moved: 'вашей команде назначили проект или завершили её работу',
    result_replaced: 'в вашей команде заменён файл результата',
    team_invitation: 'вас приглашают в команду',
    team_joined: 'в вашу команду вступил новый участник',
    join_request: 'кто-то хочет вступить в вашу команду',
    join_request_answered: 'на ваш запрос на вступление ответили',
    team_admin: 'вы стали администратором команды',
    team_removed: 'вас удалили из команды или её распустили',
    leave_request: 'кто-то просит разрешить выход из команды (для кураторов)',
    leave_request_answered: 'на запрос на выход из команды ответили',
    round_result: 'опубликованы результаты набора',
    round_ask: 'кураторы просят команду выбрать ещё один проект',
    round_offer: 'для вашей команды освободилось место',
    round_exchange: 'ваша команда может обменяться проектом',
    question_asked: 'о вашем проекте задали вопрос',
    question_answered: 'на ваш вопрос о проекте ответили',
    request_question: 'куратор задал вопрос по заявке вашей команды',
    request_answer: 'команда ответила на ваш вопрос по заявке',
    note_mention: 'вас упомянули в заметке',
    saved_closing: 'у проекта из избранного скоро закончится приём заявок',
    announcements: 'кураторы отправили объявление',
    new_sign_in: 'в вашу учётную запись вошли с нового устройства',
    digest: 'готова ежедневная сводка',
  },
}

type Words = { all: string; home: string; number: string; turnOff: string; turnOn: string } & Record<When, string>
export const words: Record<Language, Words> = {
  en: {
    all: 'Email notifications',
    home: 'Go to the directory',
    number: 'Error ID',
    turnOff: 'Turn off',
    turnOn: 'Turn on',
    'at-once': 'immediately',
    daily: 'once a day',
    off: 'off',
  },
  ru: {
    all: 'Уведомления по почте',
    home: 'Перейти в каталог',
    number: 'Код ошибки',
    turnOff: 'Выключить',
    turnOn: 'Включить',
    'at-once': 'сразу',
    daily: 'раз в день',
    off: 'выключено',
  },
}

export const texts: Record<MailPage['kind'], Record<Language, PageText>> = {
  ask: {
    en: { title: 'Turn off these emails?', body: ['You will no longer get an email when {what}.'], button: 'Turn off' },
    ru: { title: 'Отписаться от этих писем?', body: ['Вы больше не будете получать письма, когда {what}.'], button: 'Выключить' },
  },
  off: {
    en: {
      title: 'You’re unsubscribed',
      body: ['You will no longer get an email when {what}. An email that is already on its way may still arrive.'],
      button: 'Turn back on',
    },
    ru: {
      title: 'Вы отписались',
      body: ['Вы больше не будете получать письма, когда {what}. Уже отправленное письмо ещё может прийти.'],
      button: 'Включить снова',
    },
  },
  all: {
    en: { title: 'Email notifications', body: ['Choose which emails you get. Address confirmation emails are always sent.'] },
    ru: {
      title: 'Уведомления по почте',
      body: ['Выберите, какие письма получать. Письма для подтверждения адреса приходят всегда.'],
    },
  },
  token_unknown: {
    en: {
      title: 'This link doesn’t work',
      body: ['It may be incomplete, or the account was deleted. Use the link in a newer email, or sign in and change your settings.'],
      button: 'Go to the directory',
    },
    ru: {
      title: 'Эта ссылка не действует',
      body: [
        'Возможно, она скопирована не полностью или учётную запись удалили. Откройте ссылку из нового письма или войдите и измените настройки.',
      ],
      button: 'Перейти в каталог',
    },
  },
  confirm: {
    en: {
      title: 'Confirm your new email address',
      body: ['After you confirm, emails from the directory will be sent to this address.'],
      button: 'Confirm',
    },
    ru: {
      title: 'Подтвердите новый адрес почты',
      body: ['После подтверждения письма каталога будут приходить на этот адрес.'],
      button: 'Подтвердить',
    },
  },
  confirmed: {
    en: {
      title: 'Email address confirmed',
      body: ['Emails from the directory will now be sent to {email}. You can close this page.'],
      button: 'Go to the directory',
    },
    ru: {
      title: 'Адрес почты подтверждён',
      body: ['Письма каталога теперь будут приходить на {email}. Эту страницу можно закрыть.'],
      button: 'Перейти в каталог',
    },
  },
  link_gone: {
    en: {
      title: 'This link has expired',
      body: [
        'It was already used, is older than a day, or was replaced by a newer one. If your profile shows the new address, no action is needed.',
        'Otherwise change the email in your profile again to get a new link.',
      ],
      button: 'Go to the directory',
    },
    ru: {
      title: 'Ссылка больше не действует',
      body: [
        'Она уже использована, старше суток или заменена новой. Если в профиле указан новый адрес, ничего делать не нужно.',
        'Если нет, измените почту в профиле ещё раз, чтобы получить новую ссылку.',
      ],
      button: 'Перейти в каталог',
    },
  },
  store_unavailable: {
    en: {
      title: 'Try again in a moment',
      body: ['The directory is unavailable right now. Nothing was changed.'],
      button: 'Try again',
    },
    ru: { title: 'Попробуйте чуть позже', body: ['Каталог сейчас недоступен. Ничего не изменилось.'], button: 'Повторить' },
  },
  internal: {
    en: {
      title: 'Something went wrong',
      body: ['Try again. If it happens again, send the error ID below to the directory admins.'],
    },
    ru: {
      title: 'Что-то пошло не так',
      body: ['Попробуйте ещё раз. Если ошибка повторится, сообщите код ошибки администраторам каталога.'],
    },
  },
}
