import { handle } from '#api/app.ts'
import { fileView } from '#catalog/write.ts'
import { File } from '#contract/project.ts'
import { changeResult } from '#contract/result.ts'
import { isSameFile, whyNotReplace } from '#rules/project/file.ts'
import { readText } from '#rules/text/text.ts'
import { findOwnResult, insertVersion, lockTeamOf } from '#store/file/result.ts'
import { onlyFile, refuseIf } from './result-input.ts'

export default handle(changeResult, async ({ app, caller, body, files, change, refuseIfChanged, setHeader }) => {
  const file = onlyFile(files)
  const early = whyNotReplace(await findOwnResult(app.sql, caller.id, body.file), file)
  if (early === null) await file.keep()
  return change(async (sql) => {
    const [, found] = await Promise.all([lockTeamOf(sql, body.file), findOwnResult(sql, caller.id, body.file)])
    refuseIf(whyNotReplace(found, file), { file: body.file, team: found?.team.name })
    if (early !== null) await file.keep()
    const present = found!.file
    refuseIfChanged(File, fileView(present, app.apiUrl))
    const by = { by: caller.id, at: app.now() }
    const stored = isSameFile(present, file) ? present : await insertVersion(sql, present.id, file, readText(body.comment), by)
    const view = fileView(stored, app.apiUrl)
    setHeader('Location', view.url)
    return view
  })
})
