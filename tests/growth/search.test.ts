import { testLinearTime } from './check.ts'
import { searchParsers } from './parsers/search.ts'

testLinearTime(searchParsers)
