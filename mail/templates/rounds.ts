import type { Language } from '#contract/language.ts'
import type { Block } from '#mail/email.ts'
import { reasonText, summaryText } from '#rules/placement/reason-text.ts'
import type { TeamReasons } from '#rules/placement/reasons.ts'
import { localized } from '#rules/text/localized.ts'
import type { MailFacts } from '#store/mail/facts.ts'
import { mailLine } from './text.ts'

// Emails about a round, to the admins of a team: its results, a request for one more choice, the offer of a free place, an exchange.

export const isAboutRound = (kind: string): boolean => kind.startsWith('round_')

/** A result needs its row; an offer or exchange, its project. */
export const hasRoundSubject = ({ kind, team, project, round }: MailFacts): boolean =>
  team !== null && round !== null && (kind === 'round_ask' || (kind === 'round_result' ? round.result !== null : project !== null))

/** Why the team got each of its choices or not, and without a place, open projects. */
export function resultBlocks({ round }: MailFacts, language: Language): Block[] {
  if (!round?.result) return []
  const { project, choices, open: others } = round.result
  const reasons = round.result.reasons as TeamReasons
  const rows = reasons.choices.map((choice) => {
    const { name = choice.project, unsuitable = null } = choices[choice.rank] ?? {}
    const reason =
      choice.reason.code === 'unsuitable' && unsuitable
        ? { code: 'unsuitable_because' as const, reason: localized(unsuitable, language) }
        : choice.reason
    return { label: `${choice.rank}. ${name}`, value: reasonText(language, reason, name) }
  })
  const quotes = others.map((name) => mailLine(language, 'quoted', { text: [{ value: name }] }))
  const projects = listOf(language)
    .formatToParts(others)
    .flatMap(({ type, value }) => (type === 'element' ? quotes.shift()! : [value]))
  return [
    { kind: 'line', line: [{ value: summaryText(language, reasons.summary) }] },
    ...(rows.length > 0 ? [{ kind: 'table' as const, rows }] : []),
    ...(project === null && others.length > 0
      ? [{ kind: 'line' as const, line: mailLine(language, 'round_result.open', { projects }) }]
      : []),
  ]
}

const listOf = (language: Language) => new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' })
