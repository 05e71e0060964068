import type { Language } from '#contract/errors.ts'
import type { SignInPage } from './kinds.ts'

// Each page says what happened, why, and what to do next. {email}, {name} and {when} are placeholders.
type PageText = {
  title: string
  body: string[]
  unnamed?: string[] // instead of body, when there is no email
  button?: string
  named?: string // instead of button, when the app's name is known
}

export const words: Record<Language, { ask: string; people: string; number: string }> = {
  en: { ask: 'Contact', people: 'the directory admins', number: 'Error ID' },
  ru: { ask: 'Контакт', people: 'администраторы каталога', number: 'Код ошибки' },
}

export const texts: Record<SignInPage['kind'], Record<Language, PageText>> = {
  not_allowed: {
    en: {
      title: 'Your account doesn’t have access',
      body: [
        'You signed in as {email}. Only people on the access list can use this directory, and this account is not on it.',
        'If you have a university or work account, use that one. Otherwise ask to be added and mention this address.',
      ],
      unnamed: [
        'Only people on the access list can use this directory, and this account is not on it. The sign-in service provided no confirmed email address.',
        'If you have a university or work account, use that one. Otherwise ask to be added.',
      ],
      button: 'Use another account',
    },
    ru: {
      title: 'У вашей учётной записи нет доступа',
      body: [
        'Вы вошли как {email}. Доступ к каталогу открыт только по списку, и этой учётной записи в нём нет.',
        'Если у вас есть университетская или рабочая учётная запись, войдите с ней. Если нет — попросите добавить вас и укажите этот адрес.',
      ],
      unnamed: [
        'Доступ к каталогу открыт только по списку, и этой учётной записи в нём нет. Сервис входа не передал подтверждённый адрес почты.',
        'Если у вас есть университетская или рабочая учётная запись, войдите с ней. Если нет — попросите добавить вас.',
      ],
      button: 'Сменить учётную запись',
    },
  },
  account_disabled: {
    en: {
      title: 'Account disabled',
      body: [
        'An admin of this directory has disabled your account. Signing in again won’t help.',
        'If you think this is a mistake, contact the admins.',
      ],
      button: 'Use another account',
    },
    ru: {
      title: 'Учётная запись отключена',
      body: [
        'Администратор каталога отключил вашу учётную запись. Повторный вход не поможет.',
        'Если это ошибка, обратитесь к администраторам.',
      ],
      button: 'Сменить учётную запись',
    },
  },
  field_client_disabled: {
    en: {
      title: 'Update the app to sign in',
      body: [
        'Your version uses a sign-in method that this directory no longer supports. Your account is fine.',
        'Install the latest version of the app and sign in there. If you don’t know where to get it, contact the admins.',
      ],
    },
    ru: {
      title: 'Обновите приложение, чтобы войти',
      body: [
        'Ваша версия использует способ входа, который этот каталог больше не поддерживает. С учётной записью всё в порядке.',
        'Установите последнюю версию приложения и войдите в ней. Если не знаете, где её взять, обратитесь к администраторам.',
      ],
    },
  },
  cancelled: {
    en: {
      title: 'Sign-in cancelled',
      body: [
        'You cancelled the sign-in, or the sign-in service refused it. Nothing has changed.',
        'Try again, or close this page and return to the app.',
      ],
      button: 'Try again',
    },
    ru: {
      title: 'Вход отменён',
      body: [
        'Вы отменили вход, или сервис входа ответил отказом. Ничего не изменилось.',
        'Попробуйте ещё раз или закройте эту страницу и вернитесь в приложение.',
      ],
      button: 'Попробовать ещё раз',
    },
  },
  sign_in_rejected: {
    en: {
      title: 'Couldn’t verify the sign-in',
      body: [
        'The response from the sign-in service didn’t pass our security checks. This can happen when the page is reloaded or opened from the browser history.',
        'Start again. If it happens again, send the error ID below to the admins.',
      ],
      button: 'Start again',
    },
    ru: {
      title: 'Не удалось проверить вход',
      body: [
        'Ответ сервиса входа не прошёл проверку безопасности. Так бывает, если обновить страницу или открыть её из истории браузера.',
        'Начните вход заново. Если ошибка повторится, сообщите её код администраторам.',
      ],
      button: 'Начать заново',
    },
  },
  other_browser: {
    en: {
      title: 'Sign in again',
      body: [
        'This sign-in was started in another browser or has expired.',
        'For security, a sign-in must be completed soon and in the browser where it was started.',
      ],
      button: 'Try again',
    },
    ru: {
      title: 'Войдите ещё раз',
      body: [
        'Этот вход начат в другом браузере или устарел.',
        'Из соображений безопасности вход нужно завершить в том же браузере и вскоре после начала.',
      ],
      button: 'Попробовать ещё раз',
    },
  },
  start_invalid: {
    en: {
      title: 'Couldn’t start the sign-in',
      body: [
        'The app or link that opened this page sent an invalid or missing {name}. This is not your mistake.',
        'Return to the app and sign in from there. If it happens again, update the app or send the error ID below to the admins.',
      ],
    },
    ru: {
      title: 'Не удалось начать вход',
      body: [
        'Приложение или ссылка, открывшие эту страницу, передали неверное значение {name} или не передали его. Это не ваша ошибка.',
        'Вернитесь в приложение и войдите оттуда. Если ошибка повторится, обновите приложение или сообщите код ошибки администраторам.',
      ],
    },
  },
  unknown_provider: {
    en: {
      title: 'Unknown sign-in method',
      body: [
        'This directory doesn’t use the sign-in service in the address. The link may be outdated or wrong.',
        'Return to the app and sign in from there.',
      ],
    },
    ru: {
      title: 'Неизвестный способ входа',
      body: [
        'Каталог не использует сервис входа, указанный в адресе. Возможно, ссылка устарела или в ней ошибка.',
        'Вернитесь в приложение и войдите оттуда.',
      ],
    },
  },
  too_many: {
    en: {
      title: 'Too many sign-in attempts',
      body: [
        'There were too many sign-in attempts from your network in a short time. This includes other people on the same network. The limit protects all accounts.',
        'You can try again {when}. Return to the app and sign in from there.',
      ],
    },
    ru: {
      title: 'Слишком много попыток входа',
      body: [
        'Из вашей сети за короткое время было слишком много попыток входа. Учитываются все, кто в этой сети. Ограничение защищает учётные записи.',
        'Попробовать снова можно {when}. Вернитесь в приложение и войдите оттуда.',
      ],
    },
  },
  provider_unavailable: {
    en: {
      title: 'Sign-in service unavailable',
      body: ['The service you sign in with is not responding. Your account is fine.', 'Wait a minute and try again.'],
      button: 'Try again',
    },
    ru: {
      title: 'Сервис входа недоступен',
      body: [
        'Сервис, через который вы входите, сейчас не отвечает. С учётной записью всё в порядке.',
        'Подождите минуту и попробуйте ещё раз.',
      ],
      button: 'Попробовать ещё раз',
    },
  },
  internal: {
    en: {
      title: 'Something went wrong',
      body: [
        'Couldn’t complete the sign-in because of an error in the directory. This is not your mistake.',
        'Return to the app and try again in a few minutes. If it happens again, send the error ID below to the admins.',
      ],
    },
    ru: {
      title: 'Что-то пошло не так',
      body: [
        'Не удалось завершить вход из-за ошибки в каталоге. Это не ваша ошибка.',
        'Вернитесь в приложение и попробуйте ещё раз через несколько минут. Если ошибка повторится, сообщите её код администраторам.',
      ],
    },
  },
  no_more_places: {
    en: {
      title: 'No more accounts can be created',
      body: [
        'This directory has reached its limit for new accounts. Existing accounts are not affected.',
        'Contact the admins and send them the error ID below.',
      ],
    },
    ru: {
      title: 'Новые учётные записи создать нельзя',
      body: [
        'Достигнут лимит учётных записей каталога. Уже созданные учётные записи работают.',
        'Обратитесь к администраторам и сообщите код ошибки.',
      ],
    },
  },
  store_unavailable: {
    en: {
      title: 'The directory is temporarily unavailable',
      body: ['The database is not responding, so sign-in is not possible right now. Your account is fine.', 'Wait a minute and try again.'],
      button: 'Try again',
    },
    ru: {
      title: 'Каталог временно недоступен',
      body: [
        'База данных не отвечает, поэтому сейчас войти нельзя. С учётной записью всё в порядке.',
        'Подождите минуту и попробуйте ещё раз.',
      ],
      button: 'Попробовать ещё раз',
    },
  },
  hand_off: {
    en: {
      title: 'You’re signed in',
      body: ['Open the app to continue.', 'If you didn’t start this sign-in, don’t open the app. Close this page.'],
      button: 'Open the app',
      named: 'Open {name}',
    },
    ru: {
      title: 'Вы вошли',
      body: ['Откройте приложение, чтобы продолжить.', 'Если вход начали не вы, не открывайте приложение и закройте страницу.'],
      button: 'Открыть приложение',
      named: 'Открыть {name}',
    },
  },
  signed_out: {
    en: {
      title: 'Signed out in this browser only',
      body: [
        'For security, a link can’t sign you out of the app. You may still be signed in there.',
        'To sign out of the app, open it and choose “Sign out”.',
      ],
      button: 'Open the app',
    },
    ru: {
      title: 'Вы вышли только в этом браузере',
      body: [
        'Из соображений безопасности по ссылке нельзя выйти из приложения. Возможно, вы всё ещё вошли в нём.',
        'Чтобы выйти из приложения, откройте его и нажмите «Выйти».',
      ],
      button: 'Открыть приложение',
    },
  },
}
