import { writeFileSync } from 'node:fs'
import { type Command, UsageError } from '#cli/usage.ts'
import { documentTexts } from '#run/documents.ts'

export default {
  usage: 'npx projectory openapi [api|auth] [--write]',
  options: { write: { type: 'boolean' } },
  async run([part = 'api'], values) {
    const texts = documentTexts()
    if (part !== 'api' && part !== 'auth') throw new UsageError(`Unknown part “${part}”. Parts: api, auth`)
    if (!values.write) process.stdout.write(texts[part])
    else
      for (const [name, text] of Object.entries(texts)) writeFileSync(new URL(`../../contract/openapi.${name}.json`, import.meta.url), text)
    return 0
  },
} satisfies Command
