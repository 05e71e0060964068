import type { Language } from '#contract/language.ts'
import type { Email } from '#mail/email.ts'
import type { WaitingRequest } from '#store/mail/application-digest.ts'
import { type Addressee, footerLinks, greetingTo, type Site } from './notice.ts'
import { applicationLink } from './review.ts'
import { mailLine, mailText } from './text.ts'

// The daily list of applications that wait for a decision, for curators.

const countOf = (count: number, language: Language) => ({ count, number: new Intl.NumberFormat(language).format(count) })

/** The daily list of applications that wait, `total` of them. */
export function waitingEmail(waiting: WaitingRequest[], total: number, to: Addressee, site: Site, unsubscribe: string): Email {
  const { language } = to
  const rest = total - waiting.length
  return {
    language,
    subject: mailText(language, 'waiting.subject', countOf(total, language)),
    title: mailText(language, 'waiting.title'),
    greeting: greetingTo(to),
    blocks: [
      { kind: 'line', line: mailLine(language, 'waiting.intro') },
      {
        kind: 'list',
        items: waiting.map(({ id, team, project, days }) => ({
          when: days < 1 ? mailText(language, 'waiting.today') : mailText(language, 'waiting.days', countOf(days, language)),
          line: mailLine(language, 'waiting.item', { team: [{ value: team }], project: [{ value: project }] }),
          url: applicationLink(site.publicUrl, id),
        })),
      },
      ...(rest > 0 ? [{ kind: 'line' as const, line: [mailText(language, 'waiting.more', countOf(rest, language))] }] : []),
    ],
    action: { label: mailText(language, 'waiting.label'), url: `${site.publicUrl}/console/requests?status=submitted` },
    after: [],
    why: mailLine(language, 'why.curator'),
    footerLinks: footerLinks(language, site, unsubscribe),
    directory: { name: site.name, accentHue: site.accentHue },
  }
}
