import { after } from 'node:test'
import { assertLinearTime } from '#tests/growth/check.ts'
import { forEachCase } from '#tests/support/tier.ts'
import { fileParsers, removeFiles } from './parsers/files.ts'

after(removeFiles)

forEachCase(fileParsers, ({ name }) => `${name}: linear time`, assertLinearTime, { isShallow: true })
