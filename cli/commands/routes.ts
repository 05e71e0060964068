import type { Command } from '#cli/usage.ts'
import { apiEndpoints } from '#contract/index.ts'

export const routesCommand: Command = {
  name: 'routes',
  summary: 'Lists every call with who may make it.',
  usage: 'npx projectory routes',
  async run() {
    for (const { method, path, access, summary } of apiEndpoints)
      console.log(`${method.padEnd(7)}${`/api${path}`.padEnd(28)}${access.padEnd(14)}${summary}`)
    return 0
  },
}
