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
declare const __TEXTS__: Record<string, string[]>
declare const __STATE__: string
declare const __DICTIONARY__: string

const scope = self as unknown as Scope
const shell: string[] = __SHELL__
// Of each language its texts.
const texts: Record<string, string[]> = __TEXTS__
const NAME = `projectory-${__STATE__}`
// The languages used on this device: ui/choose-language.ts adds them. It outlives the caches of releases.
const LANGUAGES = 'projectory-languages'
const uncachedPrefixes = ['/api/', '/auth/', '/idp', '/mailbox', '/console', '/healthz', '/readyz']

scope.addEventListener('install', (event) => {
  // Static routing: API calls bypass the worker. A keepalive call of a closing page would be aborted with it.
  void event.addRoutes?.(['/api/*', '/auth/*'].map((pathname) => ({ condition: { urlPattern: { pathname } }, source: 'network' })))
  event.waitUntil(keep(shell).then(keepTexts))
})

async function keep(paths: string[]): Promise<void> {
  const cache = await caches.open(NAME)
  const isKept = await Promise.all(paths.map((path) => cache.match(path)))
  await cache.addAll(paths.filter((_, index) => !isKept[index]).map((path) => new Request(path, { cache: 'reload' })))
}

async function keepTexts(): Promise<void> {
  const used = (await (await caches.open(LANGUAGES)).keys()).map(({ url }) => new URL(url).pathname.slice(1))
  // Pages of older releases do not tell their language.
  await keep((used.length > 0 ? used : Object.keys(texts)).flatMap((language) => texts[language] ?? []))
}

scope.addEventListener('message', (event) => {
  // Only on request of the page: an update must not reload a form that is being filled in.
  if (event.data === 'skip-waiting') void scope.skipWaiting()
  // Not with the shell: a first visit that never searches does not need the dictionary. After a failure the next message tries again.
  if (event.data === 'keep-dictionary') event.waitUntil(keep([__DICTIONARY__]).catch(() => {}))
  if (event.data === 'keep-texts') event.waitUntil(keepTexts().catch(() => {}))
})

scope.addEventListener('activate', (event) => {
  const deleteOld = caches
    .keys()
    .then((names) => Promise.all(names.filter((name) => name !== NAME && name !== LANGUAGES).map((name) => caches.delete(name))))
  event.waitUntil(deleteOld.then(() => scope.clients.claim()))
})

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || uncachedPrefixes.some((path) => pathname.startsWith(path))) return
  const key = request.mode === 'navigate' ? '/' : request
  if (
    request.mode !== 'navigate' &&
    pathname !== __DICTIONARY__ &&
    ![shell, ...Object.values(texts)].some((paths) => paths.includes(pathname))
  )
    return
  event.respondWith(caches.match(key, { ignoreVary: true }).then((cached) => cached ?? fetch(request)))
})
