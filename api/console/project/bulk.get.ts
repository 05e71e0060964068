import { handle } from '#api/app.ts'
import { listProjectChanges } from '#contract/console/project-bulk.ts'
import { undoUntil } from '#rules/request/request.ts'
import { listBulks } from '#store/project/bulk.ts'

export default handle(listProjectChanges, async ({ app, caller }) => {
  const since = new Date(app.now().getTime() - app.settings.undoMinutes * 60_000)
  const changes = await listBulks(app.sql, caller.id, since)
  return { changes: changes.map((change) => ({ ...change, until: undoUntil(new Date(change.at), app.settings).toISOString() })) }
})
