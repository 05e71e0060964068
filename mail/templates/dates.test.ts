import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noticeKinds, sampleFacts, sampleSite } from '#mail/email.samples.ts'
import { emailText } from '#mail/email.ts'
import { digestEmail } from './digest.ts'
import { noticeEmail } from './notice.ts'

// Every date in an email is one of the directory, whatever the time zone of the process is. The oracle adds the offset of November and reads the
// parts of UTC.

const months = {
  en: 'January February March April May June July August September October November December'.split(' '),
  ru: 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' '),
}
const zones: [timeZone: string, hours: number, name: { en: string; ru: string }][] = [
  ['Europe/Moscow', 3, { en: 'GMT+3', ru: 'GMT+3' }],
  ['America/New_York', -5, { en: 'EST', ru: 'GMT-5' }],
  ['Asia/Tokyo', 9, { en: 'GMT+9', ru: 'GMT+9' }],
]
const midnights = ['2026-11-17T20:59:00Z', '2026-11-17T21:00:00Z', '2026-11-18T04:59:00Z', '2026-11-18T05:00:00Z', '2026-11-17T15:00:00Z']

/** "2026-11-18 00:00": what the email shows, without the words of its language. */
function datesIn(text: string, language: 'en' | 'ru'): string[] {
  const names = months[language].join('|')
  const moment =
    language === 'en'
      ? new RegExp(`(?<month>${names}) (?<day>\\d+), (?<year>\\d{4}) at (?<hour>\\d+):(?<minute>\\d\\d) (?<half>[AP])M (?<zone>\\S+)`, 'g')
      : new RegExp(`(?<day>\\d+) (?<month>${names}) (?<year>\\d{4}) г\\. в (?<hour>\\d+):(?<minute>\\d\\d) (?<zone>\\S+)`, 'g')
  return [...text.replace(/\s/g, ' ').matchAll(moment)].map(({ groups }) => {
    const { year, month, day, hour, minute, half, zone } = groups!
    const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'P' ? 12 : 0)
    const padded = [months[language].indexOf(month!) + 1, day, hours].map((part) => String(part).padStart(2, '0'))
    return `${year}-${padded[0]}-${padded[1]} ${padded[2]}:${minute} ${zone!.replace(/[.,:]$/, '')}`
  })
}

test('every time in an email is on the clock of the directory, with its zone', () => {
  for (const [timeZone, hours, zone] of zones)
    for (const instant of midnights)
      for (const language of ['en', 'ru'] as const) {
        const at = new Date(instant)
        const shown = `${new Date(at.getTime() + hours * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')} ${zone[language]}`
        const facts = { ...sampleFacts, data: { ...sampleFacts.data, until: instant }, createdAt: at, linkEndsAt: at }
        const closing = facts.closing!.map((one) => ({ ...one, closesAt: at }))
        const [to, site] = [
          { language, name: 'Anna' },
          { ...sampleSite, timeZone },
        ]
        const emails = [
          ...noticeKinds.map((kind) => noticeEmail({ ...facts, kind, closing }, to, site, null)),
          digestEmail([{ ...facts, kind: 'request_approved' }], to, site, ''),
        ]
        const found = emails.flatMap((email) => datesIn(emailText(email), language))
        assert.ok(found.length >= 7, `${found.length} times in ${language}`)
        assert.deepEqual(new Set(found), new Set([shown]), `${timeZone} at ${instant} in ${language}`)
      }
})
