import { testLinearTime } from './check.ts'
import { webParsers } from './parsers/web.ts'

testLinearTime(webParsers)
