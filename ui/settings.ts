import { effect, signal } from '@preact/signals'
import type { Language } from '#contract/language.ts'
import { serverConfig } from './server/server-config.ts'

// Settings of this device, in localStorage. Changing them makes no call.

export type Theme = 'system' | 'light' | 'dark'
type Settings = { theme?: Theme; language?: Language; isWelcomed?: boolean }

const KEY = 'pj-settings'

function read(): Settings {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}')
  } catch {
    return {} // private windows may deny access: use the defaults
  }
}

const stored = read()
const { languages, locale } = serverConfig
// The same in the first script of the two pages.
const languageOf = ({ language }: Settings): Language =>
  ([language, navigator.language, navigator.language.split('-')[0]] as Language[]).find((one) => languages.includes(one)) ?? locale
export const theme = signal<Theme>(stored.theme ?? 'system')
export const language = signal(languageOf(stored))
export const isWelcomed = signal(stored.isWelcomed === true)

const isDark = matchMedia('(prefers-color-scheme: dark)')
const updateThemeColor = () => {
  const dark = theme.value === 'dark' || (theme.value === 'system' && isDark.matches)
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', dark ? '#111614' : '#f7f6f2')
}
isDark.addEventListener('change', updateThemeColor)

effect(() => {
  const page = document.documentElement
  if (theme.value === 'system') delete page.dataset.theme
  else page.dataset.theme = theme.value
  page.lang = language.value
  updateThemeColor()
  const chosen: Settings = { theme: theme.value, language: language.value, isWelcomed: isWelcomed.value }
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen))
  } catch {} // lasts until the tab is closed
})

/** Changed in another tab; the language once its texts are here. */
export function followOtherTabs(setLanguage: (chosen: Language) => void): void {
  addEventListener('storage', ({ key }) => {
    if (key !== KEY) return
    const other = read()
    theme.value = other.theme ?? 'system'
    setLanguage(languageOf(other))
    isWelcomed.value = other.isWelcomed === true
  })
}
