import '#ui/tokens.css'
import '#ui/fonts.css'
import '#ui/base.css'
import '#ui/parts.css'
import './console.css'
import './parts/edit/navigation-guard.ts'
import { render } from 'preact'
import { followServer } from '#ui/server/live.ts'
import { App } from './app.tsx'
import { ready } from './texts.ts'

await ready()
render(<App />, document.getElementById('app')!)
followServer()
