import { type Command, UsageError } from '#cli/usage.ts'
import { documentTexts } from '#run/documents.ts'

export default {
  usage: 'npx projectory openapi [api|auth]',
  options: {},
  async run([part = 'api']) {
    if (part !== 'api' && part !== 'auth') throw new UsageError(`Unknown part “${part}”. Parts: api, auth`)
    process.stdout.write(`${documentTexts()[part]}\n`)
    return 0
  },
} satisfies Command
