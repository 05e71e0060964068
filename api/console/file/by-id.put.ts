import { handle } from '#api/app.ts'
import { fileView } from '#catalog/write.ts'
import { setFileVisibility } from '#contract/console/project.ts'
import { File } from '#contract/project.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { findProjectFile, lockOwnersOf, setVisibility } from '#store/file/description.ts'
import { touchProject } from '#store/project/change.ts'

export default handle(setFileVisibility, ({ app, params, body, change, record, refuseIfChanged }) =>
  change(async (sql) => {
    const id = readId(params.id)
    const [, found] = await Promise.all([lockOwnersOf(sql, id), findProjectFile(sql, id, 'result')])
    if (!found || found.isDeleted) throw new Refusal('file_not_found', { file: params.id })
    const { file, project } = found
    refuseIfChanged(File, fileView(file, app.apiUrl))
    if (file.isPublic !== body.isPublic) {
      await setVisibility(sql, id, body.isPublic)
      await touchProject(sql, project.id, app.now())
      record(`file ${id}`, { name: file.name, project: project.slug, isPublic: [file.isPublic, body.isPublic] })
    }
    return fileView({ ...file, isPublic: body.isPublic }, app.apiUrl)
  }),
)
