import { within } from '#async/within.ts'
import { withSettingsFile } from '#run/config/variables.ts'
import { broken, type Check, DEADLINE_MS, type Finding, type Level, note, reasonOf } from './check.ts'
import { auditChecks, checks } from './checks.ts'
import { createMask } from './mask.ts'
import { NotChecked } from './not-checked.ts'
import { openSubject, type Subject, type SubjectOptions } from './subject.ts'

export type Checked = { check: string; findings: Finding[] }
export type Report = { isFine: boolean; checks: Checked[] }

/** Runs all checks at the same time, each with its own deadline. Secrets of the configuration are removed from the findings. */
export async function examine(env: Subject['env'], options: SubjectOptions = {}): Promise<Report> {
  const subject = await openSubject(env, options)
  try {
    const all = options.isAudit ? [...checks, ...(await auditChecks())] : checks
    const mask = createMask(subject)
    const done = await Promise.all(
      all.map(async (check) => ({
        check: check.name,
        findings: (await run({ deadlineMs: options.deadlineMs, ...check }, subject)).map((one) => finished(one, subject, mask)),
      })),
    )
    return { isFine: !done.some(({ findings }) => findings.some(({ level }) => level === 'broken')), checks: done }
  } finally {
    await subject.close()
  }
}

/** Without secrets, and a remedy that names a variable says where it is set. */
const finished = ({ level, text, remedy }: Finding, { config }: Subject, mask: (text: string) => string): Finding => ({
  level,
  text: mask(text),
  ...(remedy !== undefined && { remedy: mask(withSettingsFile(remedy, config.settingsFile)) }),
})

export async function run({ run, deadlineMs = DEADLINE_MS }: Check, subject: Subject): Promise<Finding[]> {
  const late = () => [
    broken(`The check did not end within ${deadlineMs / 1000} s.`, 'Something it needs does not answer: see the other checks.'),
  ]
  try {
    return await within(run(subject), deadlineMs, late)
  } catch (error) {
    if (error instanceof NotChecked) return [note(`Not checked: ${error.message}.`)]
    if ((error as { code?: string }).code === '42501') return [note('Not checked: the role of the database has no rights to its tables.')]
    return [broken(`The check failed: ${reasonOf(error)}.`, 'Correct what the other checks report, and run it again.')]
  }
}

const signs: Record<Level, string> = { ok: '✓', note: '·', warning: '!', broken: '✗' }
const WIDTH = 15

/** For a terminal. */
export function reportText({ isFine, checks }: Report): string {
  const lines = checks.flatMap(({ check, findings }) =>
    findings.flatMap(({ level, text, remedy }, index) => [
      `${signs[level]} ${(index === 0 ? check : '').padEnd(WIDTH)}${oneLine(text)}`,
      ...(remedy === undefined ? [] : [`  ${' '.repeat(WIDTH)}→ ${oneLine(remedy)}`]),
    ]),
  )
  const all = checks.flatMap(({ findings }) => findings)
  const count = (level: Level) => all.filter((one) => one.level === level).length
  const warnings = count('warning') === 0 ? '' : ` ${count('warning')} warning${count('warning') === 1 ? '' : 's'}.`
  const end = isFine ? `Everything works.${warnings}` : `${count('broken')} broken.${warnings}`
  return `${lines.join('\n')}\n\n${end}`
}

// Replies of other servers may have control characters.
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()
