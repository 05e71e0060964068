import type { Command } from '#cli/usage.ts'
import { apiEndpoints, authEndpoints } from '#contract/index.ts'

export default {
  usage: 'npx projectory routes',
  async run() {
    const widest = Math.max(...[...apiEndpoints, ...authEndpoints].map(({ path }) => path.length)) + '/auth'.length + 2
    for (const [prefix, endpoints] of [['/api', apiEndpoints] as const, ['/auth', authEndpoints] as const])
      for (const { method, path, access, summary } of endpoints)
        console.log(`${method.padEnd(7)}${`${prefix}${path}`.padEnd(widest)}${access.padEnd(14)}${summary}`)
    return 0
  },
} satisfies Command
