import { handle } from '#api/app.ts'
import { fileView } from '#catalog/write.ts'
import { deleteDescriptionFile } from '#contract/console/project.ts'
import { File } from '#contract/project.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { findProjectFile, lockOwnersOf } from '#store/file/description.ts'
import { markDeleted } from '#store/file/result.ts'
import { touchProject } from '#store/project/change.ts'

export default handle(deleteDescriptionFile, ({ app, params, change, record, refuseIfChanged }) =>
  change(async (sql) => {
    const id = readId(params.id)
    const [, found] = await Promise.all([lockOwnersOf(sql, id), findProjectFile(sql, id, 'description')])
    if (!found) throw new Refusal('file_not_found', { file: params.id })
    const { file, project } = found
    if (!found.isDeleted) {
      const at = app.now()
      refuseIfChanged(File, fileView(file, app.apiUrl))
      await markDeleted(sql, id, at)
      await touchProject(sql, project.id, at)
      record(`file ${id}`, { name: file.name, project: project.slug })
    }
    return { id, status: 'deleted' as const }
  }),
)
