import { testLinearTime } from './check.ts'
import { httpParsers } from './parsers/http.ts'

testLinearTime(httpParsers)
