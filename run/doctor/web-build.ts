import { existsSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findWebBuild, webOutDir } from '#run/web/build.ts'
import { broken, type Check, note, ok, reasonOf } from './check.ts'

const remedy = 'Run npx projectory build before the service is started.'

export const webBuild: Check = {
  name: 'web build',
  async run({ config }) {
    const outDir = webOutDir(config)
    try {
      const build = findWebBuild(outDir)
      if (build && !existsSync(join(build.folder, 'build.json'))) throw new Error(`${build.folder} is incomplete`)
      if (build) return [ok('The web apps are built.')]
    } catch (error) {
      return [broken(`The web apps cannot be served: ${reasonOf(error)}.`, remedy)]
    }
    let folder = outDir
    while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
    return access(folder, constants.W_OK).then(
      () => [note('The web apps are not built from the current sources.', `The next start builds them. ${remedy}`)],
      () => [broken(`The web apps are not built, and cannot be built in ${outDir}.`, remedy)],
    )
  },
}
