// Keeps the app on the device: its page, scripts and styles. Data never passes through here; the app keeps what it needs itself.

type Extendable = Event & { waitUntil(work: Promise<unknown>): void }
type Routes = { condition: { urlPattern: { pathname: string } }; source: 'network' }
type Installing = Extendable & { addRoutes?(routes: Routes[]): Promise<void> }
type Fetching = Extendable & { request: Request; respondWith(answer: Promise<Response> | Response): void }
type Scope = {
  addEventListener(type: 'install', act: (event: Installing) => void): void
  addEventListener(type: 'activate', act: (event: Extendable) => void): void
  addEventListener(type: 'fetch', act: (event: Fetching) => void): void
  addEventListener(type: 'message', act: (event: MessageEvent) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}
declare const __SHELL__: string[]
declare const __STATE__: string

const scope = self as unknown as Scope
const shell: string[] = __SHELL__
const NAME = `projectory-${__STATE__}`
const own = ['/api/', '/auth/', '/idp', '/mailbox', '/console', '/healthz', '/readyz']

scope.addEventListener('install', (event) => {
  // Past this worker where the browser can: a last call of a page that is being left would die with it.
  void event.addRoutes?.(['/api/*', '/auth/*'].map((pathname) => ({ condition: { urlPattern: { pathname } }, source: 'network' })))
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(shell.map((path) => new Request(path, { cache: 'reload' })))))
})

// Only when the page says so: a new version must not change the ground under a form being filled in.
scope.addEventListener('message', ({ data }) => {
  if (data === 'skip-waiting') void scope.skipWaiting()
})

scope.addEventListener('activate', (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name))))
  event.waitUntil(old.then(() => scope.clients.claim()))
})

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || own.some((path) => pathname.startsWith(path))) return
  const key = request.mode === 'navigate' ? '/' : request
  if (request.mode !== 'navigate' && !shell.includes(pathname)) return
  event.respondWith(caches.match(key, { ignoreVary: true }).then((kept) => kept ?? fetch(request)))
})
