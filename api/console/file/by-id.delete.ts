import { handle } from '#api/app.ts'
import { fileShown } from '#catalog/write.ts'
import { deleteDescriptionFile } from '#contract/console/project.ts'
import { File } from '#contract/project.ts'
import { MAX_ID } from '#contract/shared.ts'
import { Refusal } from '#http/problem.ts'
import { findProjectFile, lockOwnersOf } from '#store/description-file.ts'
import { touchProject } from '#store/project-change.ts'
import { markDeleted } from '#store/result-file.ts'

export default handle(deleteDescriptionFile, ({ app, params, change, record, refuseIfChanged }) =>
  change(async (sql) => {
    const id = Number(params.id)
    const [, found] = id > MAX_ID ? [] : await Promise.all([lockOwnersOf(sql, id), findProjectFile(sql, id, 'description')])
    if (!found) throw new Refusal('file_not_found', { file: params.id })
    const { file, project } = found
    if (!found.isDeleted) {
      const at = app.now()
      refuseIfChanged(File, fileShown(file, app.apiUrl))
      await markDeleted(sql, id, at)
      await touchProject(sql, project.id, at)
      record(`file ${id}`, { name: file.name, project: project.slug })
    }
    return { id, status: 'deleted' as const }
  }),
)
