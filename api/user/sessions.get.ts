import { handle } from '#api/app.ts'
import { listSessions } from '#contract/mobile.ts'
import { ownSessions } from './sessions/session-view.ts'

export default handle(listSessions, ({ app, caller }) => ownSessions(app.sql, caller, app))
