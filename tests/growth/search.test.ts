import { assertLinearTime } from '#tests/growth/check.ts'
import { forEachCase } from '#tests/support/tier.ts'
import { searchParsers } from './parsers/search.ts'

forEachCase(searchParsers, ({ name }) => `${name}: linear time`, assertLinearTime, { isShallow: true })
