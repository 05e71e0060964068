import { testLinearTime } from './check.ts'
import { mailParsers } from './parsers/mail.ts'

testLinearTime(mailParsers)
