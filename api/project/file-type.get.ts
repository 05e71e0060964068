import { handle } from '#api/app.ts'
import { listFileTypes } from '#contract/project.ts'

export default handle(listFileTypes, ({ app, dependsOn }) => {
  dependsOn('fileTypes')
  return app.catalog.fileTypes()
})
