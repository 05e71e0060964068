import { handle } from '#api/app.ts'
import { fileView } from '#catalog/write.ts'
import { uploadResult } from '#contract/result.ts'
import { isSameFile, whyNotPublish } from '#rules/project/file.ts'
import { findUploadTarget, insertResult } from '#store/file/result.ts'
import { lockTeam } from '#store/team/lock.ts'
import { onlyFile, refuseIf } from './result-input.ts'

export default handle(uploadResult, async ({ app, caller, body, files, change, setHeader }) => {
  const file = onlyFile(files)
  const { project, team, category } = body
  const input = { project, team, category: category.replaceAll('\0', '').trim() }

  // Checked before bytes are stored, so that callers without permission cannot fill the storage, and again under the lock.
  const early = whyNotPublish(await findUploadTarget(app.sql, caller.id, input), file)
  if (early === null) await file.keep()
  return change(async (sql) => {
    const [, target] = await Promise.all([lockTeam(sql, team), findUploadTarget(sql, caller.id, input)])
    refuseIf(whyNotPublish(target, file), { project, team: target.team?.name ?? team, file: target.present?.id })
    if (early !== null) await file.keep()
    const at = { project: target.project!.id, team, category: target.category!.id }
    const stored = isSameFile(target.present, file) ? target.present! : await insertResult(sql, at, file, { by: caller.id, at: app.now() })
    const view = fileView(stored, app.apiUrl)
    setHeader('Location', view.url)
    return view
  })
})
