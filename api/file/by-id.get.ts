import { handle } from '#api/app.ts'
import { downloadFile } from '#contract/result.ts'
import { MAX_ID } from '#contract/shared.ts'
import { Refusal } from '#http/problem.ts'
import { maySee } from '#rules/file.ts'
import { findDownload } from '#store/result-file.ts'

export default handle(downloadFile, async ({ app, caller, params, query }) => {
  const id = Number(params.id)
  const version = query.version === undefined ? null : Number(query.version)
  const file = id <= MAX_ID ? await findDownload(app.sql, id, version, caller?.id ?? null) : undefined
  if (!file || !maySee(file, caller?.access ?? null)) throw new Refusal('file_not_found', { file: id })
  const isPublic = maySee({ ...file, isMember: false }, null)
  return { file: id, sha256: file.sha256, size: file.size, name: file.name, mime: file.mime, isPublic }
})
