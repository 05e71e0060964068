import '#ui/tokens.css'
import '#ui/base.css'
import '#ui/parts.css'
import './client.css'
import { render } from 'preact'
import { followServer } from '#ui/live.ts'
import { trim } from '#ui/saved.ts'
import { isWelcomed } from '#ui/settings.ts'
import { App } from './app.tsx'
import './install.ts'
import { paths } from './routes.ts'
import { fetchAhead } from './screens/projects/use-projects.ts'
import { more, ready } from './texts/index.ts'
import { keepOnDevice } from './worker.ts'

history.scrollRestoration = 'manual'
// A guest's list needs nobody's name: it is asked for while the words are still on their way.
if (location.pathname === paths.projects && (isWelcomed.value || location.search)) fetchAhead()
await ready()
render(<App />, document.getElementById('app')!)

// When the first screen stands and the processor has a moment.
const later = () => {
  followServer()
  void keepOnDevice()
  void trim()
  void Promise.all([import('./drafts.ts'), more()]).catch(() => {}) // no network: screens that need them ask again
}
if ('requestIdleCallback' in window) requestIdleCallback(later, { timeout: 3000 })
else setTimeout(later, 1000) // WebKit has no idle callback
