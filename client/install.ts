import { signal } from '@preact/signals'

// Chromium offers to install the app and lets us choose the moment; elsewhere people know their browser's own way.

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
