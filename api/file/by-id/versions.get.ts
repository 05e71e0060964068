import { handle } from '#api/app.ts'
import { listVersions } from '#contract/result.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { maySee } from '#rules/project/file.ts'
import { findDownload, listFileVersions } from '#store/file/result.ts'

export default handle(listVersions, async ({ app, caller, params }) => {
  const id = readId(params.id)
  const file = await findDownload(app.sql, id, null, caller.id)
  if (!file || !maySee({ ...file, isOld: true }, caller.access)) throw new Refusal('file_not_found', { file: params.id })
  return { versions: await listFileVersions(app.sql, id) }
})
