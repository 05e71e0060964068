import { handle } from '#api/app.ts'
import { lockedProject, presentProject } from '#api/console/project/project-input.ts'
import { onlyFile } from '#api/project/results/result-input.ts'
import { fileView } from '#catalog/write.ts'
import { addDescriptionFile } from '#contract/console/project.ts'
import { Refusal } from '#http/response/problem.ts'
import { fitsDescription, MOST_DESCRIPTION_FILES, PROJECT_BYTES, PURGE_DAYS } from '#rules/project/file.ts'
import { findDescriptionBytes, insertDescriptionFile } from '#store/file/description.ts'
import { touchProject } from '#store/project/change.ts'

export default handle(addDescriptionFile, async ({ app, caller, params, files, change, record, setHeader }) => {
  const file = onlyFile(files)
  // Bytes are stored before the row, but not for an unknown project.
  await presentProject(app.sql, params.id)
  await file.keep()
  return change(async (sql) => {
    const at = app.now()
    const { id, slug, files: present } = await lockedProject(sql, params.id)
    const descriptionFiles = present.filter(({ kind }) => kind === 'description')
    // Retry after a lost response: the file exists already.
    const existing = descriptionFiles.find((one) => one.sha256 === file.sha256 && one.name === file.name)
    if (!existing && !fitsDescription(descriptionFiles.length, await findDescriptionBytes(sql, id), file))
      throw new Refusal('project_files_full', { most: MOST_DESCRIPTION_FILES, limit: PROJECT_BYTES / (1024 * 1024), days: PURGE_DAYS })
    const stored = existing ?? (await insertDescriptionFile(sql, id, file, { by: caller.id, at }))
    if (!existing) {
      await touchProject(sql, id, at)
      record(`file ${stored.id}`, { name: stored.name, project: slug })
    }
    const view = fileView(stored, app.apiUrl)
    setHeader('Location', view.url)
    return view
  })
})
