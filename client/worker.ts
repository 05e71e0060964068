import { w } from '#ui/shared-texts.ts'
import { tell } from '#ui/toast.tsx'

// The service worker's side of the page: it waits with a new version until somebody asks for it.

type Policies = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string } }

// The page's policy lets no text become an address of a script, except through this one place, and this one address.
function trusted(url: '/sw.js'): string {
  const policies = (window as unknown as { trustedTypes?: Policies }).trustedTypes
  return policies ? policies.createPolicy('projectory', { createScriptURL: () => url }).createScriptURL(url) : url
}

export async function keepOnDevice(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const hadOne = navigator.serviceWorker.controller !== null
  const registration = await navigator.serviceWorker.register(trusted('/sw.js'), { updateViaCache: 'none' })
  const offer = (worker: ServiceWorker | null) => {
    if (worker?.state === 'installed' && navigator.serviceWorker.controller)
      tell(w('newVersion'), { label: w('reload'), run: () => worker.postMessage('skip-waiting') }, 60_000)
  }
  offer(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => offer(worker))
  })
  let isReloading = false
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!hadOne || isReloading) return
    isReloading = true
    location.reload()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void registration.update().catch(() => {})
  })
}
