import type { Command } from '#cli/usage.ts'
import { ensureWebBuild } from '#run/web-build.ts'
import { linkBinaries } from '#store/embedded/binaries.ts'

export default {
  summary: 'Builds the client into dist/, for a later start from a folder that cannot be written.',
  usage: 'npx projectory build',
  async run() {
    const { folder } = await ensureWebBuild()
    linkBinaries()
    console.log(`The client is built in ${folder}.`)
    return 0
  },
} satisfies Command
