import { handle } from '#api/app.ts'
import { toUtf8 } from '#catalog/write.ts'
import { exportUser } from '#contract/profile.ts'
import { exportPerson } from '#store/person/delete.ts'

export default handle(exportUser, async ({ app, caller, setHeader }) => {
  const document = { exportedAt: app.now().toISOString(), ...(await exportPerson(app.sql, caller.id)) }
  setHeader('Content-Disposition', `attachment; filename="projectory-${caller.id}.json"`)
  return { utf8: toUtf8(`${JSON.stringify(document, null, 2)}\n`) } // indented for reading
})
