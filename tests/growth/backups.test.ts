import { testLinearTime } from './check.ts'
import { backupParsers } from './parsers/backups.ts'

testLinearTime(backupParsers)
