import { assertLinearTime } from '#tests/growth/check.ts'
import { forEachCase } from '#tests/support/tier.ts'
import { backupParsers } from './parsers/backups.ts'

forEachCase(backupParsers, ({ name }) => `${name}: linear time`, assertLinearTime, { isShallow: true })
