import { handle } from '#api/app.ts'
import { getImportProgress } from '#contract/console/exchange.ts'

export default handle(getImportProgress, ({ app, params }) => app.progress.find(params.ticket, app.now()))
