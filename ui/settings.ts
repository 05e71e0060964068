import { effect, signal } from '@preact/signals'
import type { Language } from '#contract/errors.ts'

// What people choose for this device alone. It never leaves it: no call is made, here or elsewhere.

export type Theme = 'system' | 'light' | 'dark'
type Settings = { theme?: Theme; language?: Language; isWelcomed?: boolean }

const KEY = 'pj-settings'

function read(): Settings {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}')
  } catch {
    return {} // private windows may refuse, and then everything is as on the first day
  }
}

const kept = read()
const preferred: Language = /^ru\b/.test(navigator.language) ? 'ru' : 'en'
export const theme = signal<Theme>(kept.theme ?? 'system')
export const language = signal<Language>(kept.language ?? preferred)
export const isWelcomed = signal(kept.isWelcomed === true)

const isDark = matchMedia('(prefers-color-scheme: dark)')
const paint = () => {
  const dark = theme.value === 'dark' || (theme.value === 'system' && isDark.matches)
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', dark ? '#111615' : '#f7f6f2')
}
isDark.addEventListener('change', paint)

effect(() => {
  const page = document.documentElement
  if (theme.value === 'system') delete page.dataset.theme
  else page.dataset.theme = theme.value
  page.lang = language.value
  paint()
  const chosen: Settings = { theme: theme.value, language: language.value, isWelcomed: isWelcomed.value }
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen))
  } catch {} // kept until the window closes
})

// Another tab chose differently.
addEventListener('storage', ({ key }) => {
  if (key !== KEY) return
  const other = read()
  theme.value = other.theme ?? 'system'
  language.value = other.language ?? preferred
  isWelcomed.value = other.isWelcomed === true
})
