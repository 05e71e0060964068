import type { Language } from '#contract/errors.ts'
import type { SignInPage } from './pages.kinds.ts'

// Each page says what happened, why, and what to do next. {email}, {name} and {when} are filled in.
type PageText = {
  title: string
  body: string[]
  unnamed?: string[] // instead of body, when the e-mail is not known
  button?: string
  named?: string // instead of button, when the app's name is known
}

export const words: Record<Language, { ask: string; people: string; number: string }> = {
  en: { ask: 'Whom to ask', people: 'the people who run this directory', number: 'Number for the people who run the directory' },
  ru: { ask: 'Куда обратиться', people: 'к тем, кто ведёт этот каталог', number: 'Номер для тех, кто ведёт каталог' },
}

export const texts: Record<SignInPage['kind'], Record<Language, PageText>> = {
  not_allowed: {
    en: {
      title: 'This account is not on the list',
      body: [
        'You signed in as {email}. This directory lets in only the people on its list, and this account is not on it.',
        'If you also have a university or work account, sign in with that one. If not, ask to be added and give this address.',
      ],
      unnamed: [
        'This directory lets in only the people on its list, and this account is not on it. The service you signed in with gave no confirmed e-mail address.',
        'If you also have a university or work account, sign in with that one. If not, ask to be added.',
      ],
      button: 'Use another account',
    },
    ru: {
      title: 'Этой учётной записи нет в списке',
      body: [
        'Вы вошли как {email}. В этот каталог пускают только по списку, а этой учётной записи в нём нет.',
        'Если у вас есть университетская или рабочая учётная запись, войдите с ней. Если нет — попросите добавить вас и назовите этот адрес.',
      ],
      unnamed: [
        'В этот каталог пускают только по списку, а этой учётной записи в нём нет. Подтверждённого адреса почты сервис входа не сообщил.',
        'Если у вас есть университетская или рабочая учётная запись, войдите с ней. Если нет — попросите добавить вас.',
      ],
      button: 'Сменить учётную запись',
    },
  },
  account_disabled: {
    en: {
      title: 'This account is switched off',
      body: [
        'You signed in correctly, but the people who run this directory have switched this account off. Trying again will not change that.',
        'Only they can switch it on again. If you think it is a mistake, ask them.',
      ],
      button: 'Use another account',
    },
    ru: {
      title: 'Эта учётная запись отключена',
      body: [
        'Вход прошёл верно, но те, кто ведёт этот каталог, отключили вашу учётную запись. Повторные попытки не помогут.',
        'Включить её снова могут только они. Если это похоже на ошибку, обратитесь к ним.',
      ],
      button: 'Сменить учётную запись',
    },
  },
  field_client_disabled: {
    en: {
      title: 'This app is too old to sign in',
      body: [
        'Your version uses an old way of signing in that this directory no longer accepts. Nothing is wrong with your account.',
        'Install the newest version of the app and sign in there. If you do not know where to get it, ask.',
      ],
    },
    ru: {
      title: 'Приложение устарело',
      body: [
        'Ваша версия использует старый способ входа, который этот каталог больше не принимает. С вашей учётной записью всё в порядке.',
        'Установите новую версию приложения и войдите в ней. Если не знаете, где её взять, спросите.',
      ],
    },
  },
  cancelled: {
    en: {
      title: 'You are not signed in',
      body: [
        'The sign-in was cancelled, or the service you sign in with refused it. Nothing has changed.',
        'Try again, or close this page and go back to the app.',
      ],
      button: 'Try again',
    },
    ru: {
      title: 'Вход не состоялся',
      body: [
        'Вход был отменён, или сервис входа ответил отказом. Ничего не изменилось.',
        'Попробуйте ещё раз или закройте эту страницу и вернитесь в приложение.',
      ],
      button: 'Попробовать ещё раз',
    },
  },
  sign_in_rejected: {
    en: {
      title: 'This sign-in could not be trusted',
      body: [
        'The answer of the service you sign in with did not pass our checks, so it was not used. This happens when a page is reloaded or opened from the history; rarely, someone has tampered with it.',
        'Start again from the beginning. If it happens again, pass on the number below.',
      ],
      button: 'Start again',
    },
    ru: {
      title: 'Этому входу нельзя доверять',
      body: [
        'Ответ сервиса входа не прошёл проверку, поэтому мы его не приняли. Так бывает, если обновить страницу или открыть её из истории; изредка — если в ответ кто-то вмешался.',
        'Начните вход заново. Если это повторится, сообщите номер внизу страницы.',
      ],
      button: 'Начать заново',
    },
  },
  other_browser: {
    en: {
      title: 'Please start the sign-in again',
      body: [
        'This sign-in was started in another browser or is too old. Try again.',
        'It can be finished only in the browser where it began, and soon after. That way nobody can slip you a sign-in of theirs.',
      ],
      button: 'Try again',
    },
    ru: {
      title: 'Начните вход заново',
      body: [
        'Этот вход начат в другом браузере или слишком давно. Попробуйте ещё раз.',
        'Завершить вход можно только в том браузере, где он начат, и вскоре после начала. Так никто не подсунет вам чужой вход.',
      ],
      button: 'Попробовать ещё раз',
    },
  },
  start_invalid: {
    en: {
      title: 'This sign-in cannot begin',
      body: [
        'The app or link that opened this page sent a wrong value, or none, for {name}. It is not your mistake.',
        'Go back to the app and sign in from there. If it happens again, update the app or pass on the number below.',
      ],
    },
    ru: {
      title: 'Начать вход не удалось',
      body: [
        'Приложение или ссылка, открывшие эту страницу, передали неверное значение {name} или не передали его вовсе. Это не ваша ошибка.',
        'Вернитесь в приложение и войдите оттуда. Если это повторится, обновите приложение или сообщите номер внизу страницы.',
      ],
    },
  },
  unknown_provider: {
    en: {
      title: 'There is no such way to sign in',
      body: [
        'The address of this page names a service that this directory does not use for signing in. The link may be old or mistyped.',
        'Go back to the app and sign in from there.',
      ],
    },
    ru: {
      title: 'Такого способа входа нет',
      body: [
        'В адресе этой страницы назван сервис входа, которым этот каталог не пользуется. Возможно, ссылка устарела или набрана с ошибкой.',
        'Вернитесь в приложение и войдите оттуда.',
      ],
    },
  },
  too_many: {
    en: {
      title: 'Too many attempts for now',
      body: [
        'There were too many sign-ins from your network in a short time. Others on the same network count too, so it need not have been you. The pause protects everyone’s accounts.',
        'You can try again {when}. Go back to the app and sign in from there.',
      ],
    },
    ru: {
      title: 'Слишком много попыток',
      body: [
        'Из вашей сети за короткое время было слишком много попыток входа. Считаются все, кто в этой сети, так что дело может быть не в вас. Пауза защищает учётные записи.',
        'Попробовать снова можно {when}. Вернитесь в приложение и войдите оттуда.',
      ],
    },
  },
  provider_unavailable: {
    en: {
      title: 'The sign-in service is not answering',
      body: [
        'You sign in here with the help of another service, and it is not answering at the moment. Nothing is wrong with your account.',
        'Wait a minute and try again.',
      ],
      button: 'Try again',
    },
    ru: {
      title: 'Сервис входа не отвечает',
      body: [
        'Вы входите сюда через другой сервис, и сейчас он не отвечает. С вашей учётной записью всё в порядке.',
        'Подождите минуту и попробуйте ещё раз.',
      ],
      button: 'Попробовать ещё раз',
    },
  },
  internal: {
    en: {
      title: 'Something broke on our side',
      body: [
        'The sign-in stopped because of a fault in this directory. It is not your mistake.',
        'Go back to the app and try again in a few minutes. If it happens again, pass on the number below: it leads to the fault.',
      ],
    },
    ru: {
      title: 'Неполадка на нашей стороне',
      body: [
        'Вход прервался из-за сбоя в этом каталоге. Это не ваша ошибка.',
        'Вернитесь в приложение и попробуйте ещё раз через несколько минут. Если это повторится, сообщите номер внизу страницы: по нему найдут причину.',
      ],
    },
  },
  no_more_places: {
    en: {
      title: 'There is no place left for new people',
      body: [
        'You signed in correctly, but this directory cannot take any more people. Those who already have an account are not affected.',
        'Only the people who run it can make room. Tell them, and pass on the number below.',
      ],
    },
    ru: {
      title: 'Свободных мест больше нет',
      body: [
        'Вход прошёл верно, но этот каталог больше не может принимать новых людей. Тех, у кого уже есть учётная запись, это не касается.',
        'Освободить место могут только те, кто ведёт каталог. Сообщите им об этом и назовите номер внизу страницы.',
      ],
    },
  },
  store_unavailable: {
    en: {
      title: 'The directory is briefly unavailable',
      body: [
        'It cannot reach its own database just now, so nobody can sign in. Nothing is wrong with your account.',
        'This seldom lasts long. Wait a minute and try again.',
      ],
      button: 'Try again',
    },
    ru: {
      title: 'Каталог ненадолго недоступен',
      body: [
        'Сейчас он не может связаться со своей базой данных, поэтому войти нельзя никому. С вашей учётной записью всё в порядке.',
        'Обычно это быстро проходит. Подождите минуту и попробуйте ещё раз.',
      ],
      button: 'Попробовать ещё раз',
    },
  },
  hand_off: {
    en: {
      title: 'You are signed in',
      body: [
        'One tap is left: browsers open an app only when you ask them to.',
        'If you did not start this yourself, do not open the app. Just close this page.',
      ],
      button: 'Open the app',
      named: 'Open {name}',
    },
    ru: {
      title: 'Вы вошли',
      body: [
        'Осталось одно касание: браузер открывает приложение только по вашей просьбе.',
        'Если этот вход начали не вы, не открывайте приложение — просто закройте страницу.',
      ],
      button: 'Открыть приложение',
      named: 'Открыть {name}',
    },
  },
  signed_out: {
    en: {
      title: 'You are signed out on this page only',
      body: [
        'Opening a link does not sign you out of the app; otherwise anyone could do that to you. You may still be signed in there.',
        'To sign out there too, open the app and choose “Sign out”.',
      ],
      button: 'Go to the app',
    },
    ru: {
      title: 'Вы вышли только на этой странице',
      body: [
        'По одной лишь ссылке из приложения не выйти: иначе это мог бы сделать за вас кто угодно. Возможно, сеанс там ещё открыт.',
        'Чтобы выйти и там, откройте приложение и нажмите «Выйти».',
      ],
      button: 'Перейти в приложение',
    },
  },
}
