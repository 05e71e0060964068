import { handle } from '#api/app.ts'
import { fileView } from '#catalog/write.ts'
import { uploadResult } from '#contract/result.ts'
import { isSameFile, whyNotPublish } from '#rules/file.ts'
import { findPlaceForResult, insertResult, lockTeam } from '#store/result-file.ts'
import { onlyFile, refuseIf } from './result-input.ts'

export default handle(uploadResult, async ({ app, caller, body, files, change, setHeader }) => {
  const file = onlyFile(files)
  const { project, team, category } = body
  const wanted = { project, team, category: category.replaceAll('\0', '').trim() }

  // Asked before anything is kept, so that nobody fills the store with what they may not publish; and again when nobody else can interfere.
  const early = whyNotPublish(await findPlaceForResult(app.sql, caller.id, wanted), file)
  if (early === null) await file.keep()
  return change(async (sql) => {
    const [, place] = await Promise.all([lockTeam(sql, team), findPlaceForResult(sql, caller.id, wanted)])
    refuseIf(whyNotPublish(place, file), { project, team: place.team?.name ?? team, file: place.present?.id })
    if (early !== null) await file.keep()
    const at = { project: place.project!.id, team, category: place.category!.id }
    const stored = isSameFile(place.present, file) ? place.present! : await insertResult(sql, at, file, { by: caller.id, at: app.now() })
    const shown = fileView(stored, app.apiUrl)
    setHeader('Location', shown.url)
    return shown
  })
})
