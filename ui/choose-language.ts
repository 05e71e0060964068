import { signal } from '@preact/signals'
import type { Language } from '#contract/language.ts'
import { tell } from './dialog/toast.tsx'
import { languageName } from './languages.ts'
import { followOtherTabs, language } from './settings.ts'
import { w } from './shared-texts.ts'
import { loadLanguage } from './texts.ts'

/** What a picker shows: before its texts are loaded, the language is not yet that of the app. */
export const chosenLanguage = signal(language.peek())

/** Shows the app in another language once its texts are loaded; without a network only in one that this device has used. */
export async function chooseLanguage(lang: Language): Promise<void> {
  chosenLanguage.value = lang
  try {
    await loadLanguage(lang)
    if (chosenLanguage.peek() === lang) language.value = lang
  } catch {
    if (chosenLanguage.peek() !== lang) return
    chosenLanguage.value = language.peek()
    tell(w('languageMissing', { language: languageName(lang) }))
    return
  }
  await keepLanguage()
}

followOtherTabs((lang) => {
  if (lang !== chosenLanguage.peek()) void chooseLanguage(lang)
})

/** Tells the service worker (client/sw.ts) to keep the texts of the present language. */
export async function keepLanguage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const used = await caches.open('projectory-languages')
  await used.put(`/${language.peek()}`, new Response())
  navigator.serviceWorker.controller?.postMessage('keep-texts')
}
