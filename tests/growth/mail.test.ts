import { assertLinearTime } from '#tests/growth/check.ts'
import { forEachCase } from '#tests/support/tier.ts'
import { mailParsers } from './parsers/mail.ts'

forEachCase(mailParsers, ({ name }) => `${name}: linear time`, assertLinearTime, { isShallow: true })
