import '#ui/tokens.css'
import '#ui/fonts.css'
import '#ui/base.css'
import '#ui/parts.css'
import './client.css'
import { render } from 'preact'
import { followServer } from '#ui/server/live.ts'
import { trim } from '#ui/server/saved.ts'
import { isWelcomed } from '#ui/settings.ts'
import { App } from './app.tsx'
import { loadDesktop } from './desktop.ts'
import './install.ts'
import { loadMotion } from './motion.ts'
import { paths } from './routes.ts'
import { prefetchHome } from './screens/projects/home.tsx'
import { prefetchProjects } from './screens/projects/use-projects.ts'
import { more, ready } from './texts.ts'

history.scrollRestoration = 'manual'
// Prefetch the public list while the texts load.
if (location.pathname === paths.projects && (isWelcomed.value || location.search)) {
  prefetchProjects()
  if (!location.search) prefetchHome()
}
await Promise.all([ready(), loadDesktop()])
render(<App />, document.getElementById('app')!)

// After the first render, when idle.
const later = () => {
  followServer()
  void import('./worker.ts').then(({ registerServiceWorker }) => registerServiceWorker()).catch(() => {})
  void trim()
  void loadMotion().catch(() => {})
  void Promise.all([import('./drafts.ts'), import('./saved-sync.ts'), more()]).catch(() => {}) // offline: screens that need them retry
}
if ('requestIdleCallback' in window) requestIdleCallback(later, { timeout: 3000 })
else setTimeout(later, 1000) // WebKit has no idle callback
