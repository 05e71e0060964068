import type { Language } from '#contract/language.ts'
import type { Block } from '#mail/email.ts'
import { labelOf } from '#rules/time/zone.ts'
import { type Closing, mailLine, mailText } from './text.ts'

// The reminder about saved projects whose enrollment closes: one email for all of a person that close at the same time.

/** A day without a time has no time zone. */
export const dayText = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' }).format(
    new Date(`${day}T00:00:00Z`),
  )

export const closingLink = (closing: { slug: string }[], publicUrl: string): string =>
  closing.length === 1 ? `${publicUrl}/project/${closing[0]!.slug}` : `${publicUrl}/projects/saved`

/** The list of several projects (a single one is in the text), and the time of the last day: readers may be in another time zone. */
export const closingBlocks = (
  closing: Closing[],
  language: Language,
  { publicUrl, zone }: { publicUrl: string; zone: string },
): Block[] => [
  ...(closing.length < 2
    ? []
    : [
        {
          kind: 'list' as const,
          items: closing.map(({ name, slug, closesOn, until }) => ({
            when:
              until === null
                ? mailText(language, 'closing.lastDay', { day: dayText(closesOn, language) })
                : mailText(language, 'closing.closes', { until }),
            line: [{ value: name }],
            url: `${publicUrl}/project/${slug}`,
          })),
        },
      ]),
  ...(closing.every(({ until }) => until !== null)
    ? []
    : [{ kind: 'line' as const, line: mailLine(language, 'closing.time', { zone: [labelOf(zone, language)] }) }]),
]
