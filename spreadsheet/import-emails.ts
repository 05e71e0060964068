import { type EmailChoice, emailChoices, type ReportedEmails } from '#contract/console/import-email.ts'
import type { Language } from '#contract/language.ts'
import { choiceFor } from '#rules/mail/notification.ts'
import type { AddedReader } from '#store/mail/import-email.ts'

// Which emails an import causes: of teams, one to everybody it adds to a team who has an account; of projects, offers of the places it adds.

/** `person`: negative for somebody whom the import invites. */
export type AddedPerson = { person: number; name: string; team: string }

const MOST_PEOPLE = 500
const MOST_GROUPS = 50

export const noEmails = (when: EmailChoice = 'now'): ReportedEmails => ({
  ...{ count: 0, when, languages: [], groups: [], people: [] },
  ...{ daily: 0, off: 0, unreachable: 0, offers: 0 },
})

/** As the composer decides when they are sent (mail/compose.ts). */
export function emailsTo(
  added: readonly AddedPerson[],
  readers: readonly AddedReader[],
  locale: Language,
  when: EmailChoice,
): ReportedEmails {
  const byId = new Map(readers.map((reader) => [reader.id, reader]))
  const emails = noEmails(when)
  const languages = new Map<Language, number>()
  const groups = new Map<string | null, number>()
  for (const { person, name, team } of added) {
    const reader = byId.get(person)
    const choice = choiceFor(reader?.choices ?? {}, 'team_added')
    if (reader?.isReachable === false) emails.unreachable++
    else if (choice === 'off') emails.off++
    else {
      const [language, group] = [reader?.language ?? locale, reader?.group ?? null]
      emails.count++
      if (choice === 'daily') emails.daily++
      languages.set(language, (languages.get(language) ?? 0) + 1)
      groups.set(group, (groups.get(group) ?? 0) + 1)
      if (emails.people.length < MOST_PEOPLE) emails.people.push({ name: reader?.name ?? name, team, group, language })
    }
  }
  emails.languages = [...languages].map(([language, count]) => ({ language, count })).sort((a, b) => b.count - a.count)
  emails.groups = [...groups]
    .map(([group, count]) => ({ group, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_GROUPS)
  return emails
}

export const isEmailChoice = (text: string): text is EmailChoice => (emailChoices as readonly string[]).includes(text)
