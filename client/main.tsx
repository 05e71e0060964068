import '#ui/tokens.css'
import '#ui/base.css'
import '#ui/parts.css'
import './client.css'
import { render } from 'preact'
import { followServer } from '#ui/live.ts'
import { trim } from '#ui/saved.ts'
import { App } from './app.tsx'
import './install.ts'
import { more, ready } from './texts/index.ts'
import { keepOnDevice } from './worker.ts'

history.scrollRestoration = 'manual'
await ready()
render(<App />, document.getElementById('app')!)

// When the first screen stands.
addEventListener('load', () => {
  followServer()
  void keepOnDevice()
  void trim()
  void Promise.all([import('./drafts.ts'), more()]).then(([{ followOutbox }]) => followOutbox())
})
if (document.readyState === 'complete') dispatchEvent(new Event('load'))
