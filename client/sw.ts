// Service worker: caches the app shell (page, scripts, styles). API data is not cached here but by the app, in IndexedDB.

type Extendable = Event & { waitUntil(work: Promise<unknown>): void }
type Routes = { condition: { urlPattern: { pathname: string } }; source: 'network' }
type Installing = Extendable & { addRoutes?(routes: Routes[]): Promise<void> }
type Fetching = Extendable & { request: Request; respondWith(answer: Promise<Response> | Response): void }
type Scope = {
  addEventListener(type: 'install', act: (event: Installing) => void): void
  addEventListener(type: 'activate', act: (event: Extendable) => void): void
  addEventListener(type: 'fetch', act: (event: Fetching) => void): void
  addEventListener(type: 'message', act: (event: MessageEvent & Extendable) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}
declare const __SHELL__: string[]
declare const __STATE__: string
declare const __DICTIONARY__: string

const scope = self as unknown as Scope
const shell: string[] = __SHELL__
const NAME = `projectory-${__STATE__}`
const uncachedPrefixes = ['/api/', '/auth/', '/idp', '/mailbox', '/console', '/healthz', '/readyz']

scope.addEventListener('install', (event) => {
  // Static routing: API calls bypass the worker. A keepalive call of a closing page would be aborted with it.
  void event.addRoutes?.(['/api/*', '/auth/*'].map((pathname) => ({ condition: { urlPattern: { pathname } }, source: 'network' })))
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(shell.map((path) => new Request(path, { cache: 'reload' })))))
})

// Not with the shell: a first visit that never searches does not need the dictionary.
async function keepDictionary(): Promise<void> {
  const cache = await caches.open(NAME)
  if ((await cache.match(__DICTIONARY__)) === undefined) await cache.add(__DICTIONARY__)
}

scope.addEventListener('message', (event) => {
  // Only on request of the page: an update must not reload a form that is being filled in.
  if (event.data === 'skip-waiting') void scope.skipWaiting()
  if (event.data === 'keep-dictionary') event.waitUntil(keepDictionary().catch(() => {})) // the next message tries again
})

scope.addEventListener('activate', (event) => {
  const deleteOld = caches.keys().then((names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name))))
  event.waitUntil(deleteOld.then(() => scope.clients.claim()))
})

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || uncachedPrefixes.some((path) => pathname.startsWith(path))) return
  const key = request.mode === 'navigate' ? '/' : request
  if (request.mode !== 'navigate' && pathname !== __DICTIONARY__ && !shell.includes(pathname)) return
  event.respondWith(caches.match(key, { ignoreVary: true }).then((cached) => cached ?? fetch(request)))
})
