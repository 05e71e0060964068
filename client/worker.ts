import { keepLanguage } from '#ui/choose-language.ts'
import { tell } from '#ui/dialog/toast.tsx'
import { w } from '#ui/shared-texts.ts'
import { keepForOffline } from './keep-offline.ts'

// Registers the service worker; an update is activated only when the person accepts it.

type Policies = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string } }

// Trusted Types: this policy allows one script URL, the service worker.
function trusted(url: '/sw.js'): string {
  const policies = (window as unknown as { trustedTypes?: Policies }).trustedTypes
  return policies ? policies.createPolicy('projectory', { createScriptURL: () => url }).createScriptURL(url) : url
}

export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await keepLanguage().catch(() => {}) // before the worker is installed
  const wasControlled = navigator.serviceWorker.controller !== null
  const registration = await navigator.serviceWorker.register(trusted('/sw.js'), { updateViaCache: 'none' })
  const offerUpdate = (worker: ServiceWorker | null) => {
    if (worker?.state === 'installed' && navigator.serviceWorker.controller)
      tell(w('newVersion'), { label: w('reload'), run: () => worker.postMessage('skip-waiting') }, 60_000, true)
  }
  offerUpdate(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => offerUpdate(worker))
  })
  if (wasControlled) keepForOffline() // a later visit
  let isReloading = false
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!wasControlled || isReloading) return
    isReloading = true
    location.reload()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void registration.update().catch(() => {})
  })
}
