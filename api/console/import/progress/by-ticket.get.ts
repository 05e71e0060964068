import { handle } from '#api/app.ts'
import { getImportProgress } from '#contract/console/spreadsheet.ts'

export default handle(getImportProgress, ({ app, params }) => app.imports.progress.find(params.ticket, app.now()))
