import { after } from 'node:test'
import { assertLinearTime } from '#tests/growth/check.ts'
import { forEachCase } from '#tests/support/tier.ts'
import { removeSheets, spreadsheetParsers } from './parsers/spreadsheet.ts'

after(removeSheets)

forEachCase(spreadsheetParsers, ({ name }) => `${name}: linear time`, assertLinearTime, { isShallow: true })
