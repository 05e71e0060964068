import { handle } from '#api/app.ts'
import { getOperations } from '#contract/console/operations.ts'
import { readParts } from './operations/data.ts'

export default handle(getOperations, async ({ app }) => {
  const { process, configuration, refusedCallers } = app.operations
  const now = app.now()
  const own = process()
  return {
    at: now.toISOString(),
    process: { ...own, startedAt: own.startedAt.toISOString() },
    ...(await readParts(app.sql, app.operations, now)),
    refusedCallers: (await refusedCallers()).map((caller) => ({ ...caller, lastAt: caller.lastAt.toISOString() })),
    configuration,
  }
})
