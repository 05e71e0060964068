import { writeFileSync } from 'node:fs'
import type { Command } from '#cli/usage.ts'
import { apiDocumentText } from '#run/documents.ts'

export const openapiCommand: Command = {
  name: 'openapi',
  summary: 'Prints the OpenAPI document of the main API; --write renews the committed one.',
  usage: 'npx projectory openapi [--write]',
  options: { write: { type: 'boolean' } },
  async run(_, values) {
    if (values.write) writeFileSync(new URL('../../contract/openapi.api.json', import.meta.url), apiDocumentText())
    else process.stdout.write(apiDocumentText())
    return 0
  },
}
