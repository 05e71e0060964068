import { handle } from '#api/app.ts'
import { downloadFile } from '#contract/result.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { maySee } from '#rules/project/file.ts'
import { findDownload } from '#store/file/result.ts'

export default handle(downloadFile, async ({ app, caller, params, query }) => {
  const id = readId(params.id)
  const version = query.version === undefined ? null : Number(query.version)
  const file = await findDownload(app.sql, id, version, caller?.id ?? null)
  if (!file || !maySee(file, caller?.access ?? null)) throw new Refusal('file_not_found', { file: params.id })
  if (file.isDamaged) throw new Refusal('file_damaged', { file: params.id })
  const isPublic = maySee({ ...file, isMember: false }, null)
  return { file: id, sha256: file.sha256, size: file.size, name: file.name, mime: file.mime, isPublic }
})
