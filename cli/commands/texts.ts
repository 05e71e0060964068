import { writeFileSync } from 'node:fs'
import type { Command } from '#cli/usage.ts'
import { checkLanguage, expectedKeys, recordFile, recordOf } from '#texts/check.ts'
import { languages } from '#texts/languages.ts'
import { areas, readTexts } from '#texts/server.ts'
import { SOURCE } from '#texts/write.ts'

const MOST_SHOWN = 100

export default {
  usage: 'npx projectory texts [--strict] [--record]',
  options: { strict: { type: 'boolean' }, record: { type: 'boolean' } },
  async run(_, values) {
    let count = 0
    for (const language of languages) {
      if (values.record && language !== SOURCE) writeFileSync(recordFile(language), recordOf(language))
      const findings = checkLanguage(language)
      const all = areas.reduce((sum, area) => sum + expectedKeys(readTexts(SOURCE, area), language).size, 0)
      const missing = findings.filter(({ kind }) => kind === 'missing').length
      console.log(`${language}: ${all - missing} of ${all} texts, ${missing === 0 ? 'complete' : `${missing} missing`}`)
      for (const { kind, key, text } of findings.slice(0, MOST_SHOWN)) console.log(`  ${kind}: ${key}  ${text.replaceAll('\n', ' ')}`)
      if (findings.length > MOST_SHOWN) console.log(`  … and ${findings.length - MOST_SHOWN} more`)
      count += findings.length
    }
    return values.strict && count > 0 ? 1 : 0
  },
} satisfies Command
