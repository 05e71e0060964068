import { type Command, UsageError } from '#cli/usage.ts'
import { readEnvironment } from '#run/config/config.ts'
import { examine, reportText } from '#run/doctor/doctor.ts'

const usage = 'npx projectory doctor [--audit [--all-files]] [--json]'

export default {
  usage,
  options: { audit: { type: 'boolean' }, 'all-files': { type: 'boolean' }, json: { type: 'boolean' } },
  async run(positionals, { audit = false, json = false, 'all-files': allFiles = false }) {
    if (positionals.length > 0 || (allFiles && !audit)) throw new UsageError(`usage: ${usage}`)
    const report = await examine(readEnvironment(), { isAudit: audit === true, allFiles: allFiles === true })
    console.log(json ? JSON.stringify(report, null, 2) : reportText(report))
    return report.isFine ? 0 : 1
  },
} satisfies Command
