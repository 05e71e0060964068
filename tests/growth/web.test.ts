import { assertLinearTime } from '#tests/growth/check.ts'
import { forEachCase } from '#tests/support/tier.ts'
import { webParsers } from './parsers/web.ts'

forEachCase(webParsers, ({ name }) => `${name}: linear time`, assertLinearTime, { isShallow: true })
