import { after } from 'node:test'
import { testLinearTime } from './check.ts'
import { removeSheets, spreadsheetParsers } from './parsers/spreadsheet.ts'

after(removeSheets)

testLinearTime(spreadsheetParsers)
