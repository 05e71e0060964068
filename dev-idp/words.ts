export type Locale = 'en' | 'ru'

const en = {
  title: 'Development sign-in',
  banner: {
    provider: ['Development provider', 'No password is asked: whoever sees this page may sign in as anyone.'],
    github: ['Stand-in for GitHub', 'Not the real GitHub. No password is asked: whoever sees this page may sign in as anyone.'],
  },
  question: 'Who are you today?',
  hint: 'Choose a person to sign in as.',
  cancel: 'Cancel sign-in',
  unknown: 'There is no such person here. Please choose one of these.',
  overTitle: 'This sign-in is over',
  over: 'It took too long, or it was already finished. Go back to where you came from and sign in again.',
  faultTitle: 'This sign-in cannot go on',
  fault: 'The call that led here was not in order. Go back to where you came from and sign in again.',
  missingTitle: 'Nothing here',
  missing: 'The development provider has no page at this address.',
  wayOn: 'To the start page',
}

type Words = typeof en

const ru: Words = {
  title: 'Вход для разработки',
  banner: {
    provider: ['Провайдер для разработки', 'Пароль не нужен: каждый, кто видит эту страницу, может войти под любым именем.'],
    github: ['Замена GitHub', 'Это не настоящий GitHub. Пароль не нужен: каждый, кто видит эту страницу, может войти под любым именем.'],
  },
  question: 'Кто вы сегодня?',
  hint: 'Выберите, от чьего имени войти.',
  cancel: 'Отменить вход',
  unknown: 'Такого человека здесь нет. Выберите кого-нибудь из списка.',
  overTitle: 'Этот вход уже завершён',
  over: 'Прошло слишком много времени, или вход уже состоялся. Вернитесь туда, откуда пришли, и войдите снова.',
  faultTitle: 'Войти так не получится',
  fault: 'Запрос, который привёл сюда, составлен неверно. Вернитесь туда, откуда пришли, и войдите снова.',
  missingTitle: 'Здесь ничего нет',
  missing: 'У провайдера для разработки нет страницы с таким адресом.',
  wayOn: 'На главную страницу',
}

export const words: Record<Locale, Words> = { en, ru }

/** The better liked of our two languages, or the fallback when Accept-Language names neither. */
export function localeOf(accepted: string | undefined, fallback: Locale): Locale {
  const liked = (accepted ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...rest] = entry.trim().toLowerCase().split(';')
      const weight = rest.map((part) => part.trim()).find((part) => part.startsWith('q='))
      return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight.slice(2)) }
    })
    .filter(({ language, weight }) => (language === 'en' || language === 'ru') && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  return (liked[0]?.language as Locale | undefined) ?? fallback
}
