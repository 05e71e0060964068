import { assertLinearTime } from '#tests/growth/check.ts'
import { forEachCase } from '#tests/support/tier.ts'
import { httpParsers } from './parsers/http.ts'

forEachCase(httpParsers, ({ name }) => `${name}: linear time`, assertLinearTime, { isShallow: true })
