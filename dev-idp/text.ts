export type Locale = 'en' | 'ru'

const en = {
  title: 'Development sign-in',
  banner: {
    provider: ['Development provider', 'No password required. Anyone who can open this page can sign in as any user.'],
    github: ['GitHub simulator', 'This is not GitHub. No password required. Anyone who can open this page can sign in as any user.'],
  },
  question: 'Sign in as',
  hint: 'Choose a user.',
  cancel: 'Cancel sign-in',
  unknown: 'User not found. Choose one from the list.',
  overTitle: 'Sign-in expired',
  over: 'The sign-in took too long or is already complete. Return to the app and sign in again.',
  faultTitle: 'Couldn’t sign in',
  fault: 'The sign-in request is not valid. Return to the app and sign in again.',
  missingTitle: 'Page not found',
  missing: 'The development provider has no page at this address.',
  goHome: 'Go to the start page',
}

type Words = typeof en

const ru: Words = {
  title: 'Вход для разработки',
  banner: {
    provider: ['Провайдер для разработки', 'Пароль не нужен. Любой, кто откроет эту страницу, может войти под любым именем.'],
    github: ['Имитация GitHub', 'Это не GitHub. Пароль не нужен. Любой, кто откроет эту страницу, может войти под любым именем.'],
  },
  question: 'Войти как',
  hint: 'Выберите пользователя.',
  cancel: 'Отменить вход',
  unknown: 'Пользователь не найден. Выберите его из списка.',
  overTitle: 'Вход устарел',
  over: 'Прошло слишком много времени, или вход уже выполнен. Вернитесь в приложение и войдите снова.',
  faultTitle: 'Не удалось войти',
  fault: 'Запрос на вход некорректен. Вернитесь в приложение и войдите снова.',
  missingTitle: 'Страница не найдена',
  missing: 'У провайдера для разработки нет страницы с таким адресом.',
  goHome: 'Перейти на главную',
}

export const words: Record<Locale, Words> = { en, ru }

/** The preferred of our two languages, or the fallback when Accept-Language has neither. */
export function localeOf(accepted: string | undefined, fallback: Locale): Locale {
  const preferred = (accepted ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...rest] = entry.trim().toLowerCase().split(';')
      const weight = rest.map((part) => part.trim()).find((part) => part.startsWith('q='))
      return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight.slice(2)) }
    })
    .filter(({ language, weight }) => (language === 'en' || language === 'ru') && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  return (preferred[0]?.language as Locale | undefined) ?? fallback
}
