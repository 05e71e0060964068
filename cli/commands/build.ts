import type { Command } from '#cli/usage.ts'
import { linkBinaries } from '#database/embedded/binaries.ts'
import { ensureWebBuild } from '#run/web/build.ts'

export default {
  usage: 'npx projectory build',
  async run() {
    const { folder } = await ensureWebBuild()
    const isLinked = linkBinaries()
    console.log(`The client is built in ${folder}.\nThe embedded PostgreSQL is ${isLinked ? 'ready' : 'not installed: set DATABASE_URL'}.`)
    return 0
  },
} satisfies Command
