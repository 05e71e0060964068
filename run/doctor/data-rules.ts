import { findViolations } from '#store/invariants.ts'
import { broken, type Check, ok, warning } from './check.ts'
import { AUDIT_MS } from './subject.ts'

const remedy = 'A rule was bypassed or data are damaged: keep a copy, then compare with the last backup and correct the rows.'

export const check: Check = {
  name: 'data rules',
  deadlineMs: AUDIT_MS,
  async run({ sql }) {
    const { violations, rules } = await findViolations(sql())
    if (violations.length === 0) return [ok(`All ${rules} rules of the data hold.`)]
    return violations.map(({ title, count, examples, isAllowed }) => {
      const text = `${title}: ${count} (${examples.join(', ')}${count > examples.length ? ' …' : ''}).`
      return isAllowed === undefined ? broken(text, remedy) : warning(text, isAllowed)
    })
  },
}
