import { assertLinearTime } from '#tests/growth/check.ts'
import { forEachCase } from '#tests/support/tier.ts'
import { rulesParsers } from './parsers/rules.ts'

forEachCase(rulesParsers, ({ name }) => `${name}: linear time`, assertLinearTime, { isShallow: true })
