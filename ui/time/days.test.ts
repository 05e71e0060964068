import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatsOf } from '#texts/formats.ts'
import { writeDay, writeDays } from './days.ts'

const plain = (text: string) => text.replace(/\s/g, ' ')
const date = fc.date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2100-12-31T00:00:00Z'), noInvalidDate: true })
const textOf = (instant: Date) => instant.toISOString().slice(0, 10)

test('formats days and date ranges as Intl does, in any language', () => {
  for (const lang of ['en', 'ru', 'de', 'es', 'pt-BR', 'zh-Hans', 'fa', 'lt']) {
    const formats = formatsOf(lang)
    for (const withYear of [true, false]) {
      const year = withYear ? ('numeric' as const) : undefined
      const intl = new Intl.DateTimeFormat(lang, { day: 'numeric', month: 'short', year, timeZone: 'UTC' })
      fc.assert(
        fc.property(date, fc.oneof(fc.nat(40), fc.nat(900)), (start, length) => {
          const [from, to] = [textOf(start), textOf(new Date(start.getTime() + length * 86_400_000))]
          assert.equal(plain(writeDay(from, formats, lang, withYear)), plain(intl.format(new Date(from))))
          assert.equal(
            plain(writeDays(from, to, formats, lang, withYear)),
            plain(intl.formatRange(new Date(from), new Date(to))),
            `${from} ${to}`,
          )
        }),
        { numRuns: 100 },
      )
    }
  }
})
