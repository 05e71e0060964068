import { handle } from '#api/app.ts'
import { getImportProgress } from '#contract/console/exchange.ts'
import { progressOf } from '#exchange/progress.ts'

export default handle(getImportProgress, ({ app, params }) => progressOf(app).find(params.ticket, app.now()))
