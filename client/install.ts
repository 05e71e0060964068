import { signal } from '@preact/signals'

// Chromium fires beforeinstallprompt, so that the app can show its own button. Other browsers have only their own menu.

type InstallEvent = Event & { prompt(): Promise<unknown> }

export const installPrompt = signal<(() => Promise<void>) | null>(null)

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  installPrompt.value = async () => {
    installPrompt.value = null
    await (event as InstallEvent).prompt()
  }
})
addEventListener('appinstalled', () => {
  installPrompt.value = null
})
