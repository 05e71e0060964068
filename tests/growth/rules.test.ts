import { testLinearTime } from './check.ts'
import { rulesParsers } from './parsers/rules.ts'

testLinearTime(rulesParsers)
