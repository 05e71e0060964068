import { after } from 'node:test'
import { testLinearTime } from './check.ts'
import { fileParsers, removeFiles } from './parsers/files.ts'

after(removeFiles)

testLinearTime(fileParsers)
