import type { Language } from '#contract/errors.ts'
import { language } from '#ui/settings.ts'
import type { SameKeys } from '#ui/texts.ts'

// Texts of the sheet over a page whose session has ended.

const en = {
  ended: 'You’ve been signed out',
  'ended.kept': 'Sign in again to go on. Everything you’ve entered on this page is kept.',
  'ended.signIn': 'Sign in',
  'ended.leave': 'Continue as a guest',
  'ended.blocked': 'Your browser blocked the sign-in window.',
  'ended.tab': 'Sign in in a new tab',
}

const ru = {
  ended: 'Вы вышли из аккаунта',
  'ended.kept': 'Войдите ещё раз, чтобы продолжить. Всё, что вы ввели на этой странице, сохранится.',
  'ended.signIn': 'Войти',
  'ended.leave': 'Продолжить без входа',
  'ended.blocked': 'Браузер заблокировал окно входа.',
  'ended.tab': 'Войти в новой вкладке',
}

const texts: Record<Language, SameKeys<typeof en>> = { en, ru }

export const e = (key: keyof typeof en): string => texts[language.value][key]
