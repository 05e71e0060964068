import type { Operation } from './journal.ts'

// Compares what callers were told with what is stored and what was mailed. Pure, so that a test can show it a lost write.

export type StoredEmail = { id: number; state: string; text: string | null; kind: string }
export type Stored = {
  profiles: Map<string, string>
  emails: StoredEmail[]
  applications: { text: string; status: string; isFileWhole: boolean }[]
  links: string[]
}
/** An email the mail server has accepted. */
export type Mailed = { messageId: string }

export type Finding = {
  kind: 'lost' | 'doubled' | 'never sent' | 'email doubled' | 'email missing'
  what: string
}
export type Verdict = {
  findings: Finding[]
  acknowledged: number
  /** Not acknowledged: those that took effect, once, and those without effect. */
  unacknowledged: { stored: number; absent: number }
  emails: { sent: number; unknown: number; waiting: number }
}

export function compare(operations: Operation[], stored: Stored, mailed: Mailed[]): Verdict {
  const findings: Finding[] = []
  const unacknowledged = { stored: 0, absent: 0 }
  const count = (isStored: boolean): void => void unacknowledged[isStored ? 'stored' : 'absent']++
  compareProfiles(operations, stored, findings, count)
  compareTexts(operations, 'email', groupBy(stored.emails.filter(isContact), contactText), findings, count)
  compareTexts(
    operations,
    'apply',
    groupBy(stored.applications, ({ text }) => text),
    findings,
    count,
  )
  compareLinks(operations, stored, findings, count)
  compareWithdrawals(operations, stored, findings, count)
  const emails = compareEmails(operations, stored, mailed, findings)
  return { findings, acknowledged: operations.filter(isAcknowledged).length, unacknowledged, emails }
}

const isAcknowledged = ({ acknowledgedAt }: Operation): boolean => acknowledgedAt !== null
const isContact = ({ kind }: StoredEmail): boolean => kind === 'contact'
const contactText = ({ text }: StoredEmail): string => text ?? ''

function groupBy<T>(all: T[], keyOf: (one: T) => string): Map<string, T[]> {
  return Map.groupBy(all, keyOf)
}

// A person has one writer, who sends the next value after the end of the one before: the stored value is the last acknowledged one, or a
// later one whose outcome is unknown.
function compareProfiles(operations: Operation[], { profiles }: Stored, findings: Finding[], count: (isStored: boolean) => void): void {
  const byPerson = groupBy(
    operations.filter(({ kind }) => kind === 'profile'),
    ({ target }) => target,
  )
  for (const [person, writes] of byPerson) {
    const last = writes.findLastIndex(isAcknowledged)
    const allowed = writes.slice(Math.max(last, 0)).map(({ value }) => value)
    const value = profiles.get(person)
    if (last >= 0 && (value === undefined || !allowed.includes(value)))
      findings.push({ kind: 'lost', what: `profile ${person}: “${writes[last]!.value}” was acknowledged, “${value}” is stored` })
    else if (last < 0 && value !== undefined && value !== '' && !allowed.includes(value))
      findings.push({ kind: 'never sent', what: `profile ${person}: “${value}”` })
    for (const { acknowledgedAt, value: sent } of writes) if (acknowledgedAt === null) count(sent === value)
  }
}

function compareTexts(
  operations: Operation[],
  kind: 'email' | 'apply',
  stored: Map<string, object[]>,
  findings: Finding[],
  count: (isStored: boolean) => void,
): void {
  const sent = new Set<string>()
  for (const operation of operations) {
    if (operation.kind !== kind) continue
    sent.add(operation.target)
    const rows = stored.get(operation.target)?.length ?? 0
    if (rows > 1) findings.push({ kind: 'doubled', what: `${kind} ${operation.target}: ${rows} rows` })
    if (isAcknowledged(operation) && rows === 0) findings.push({ kind: 'lost', what: `${kind} ${operation.target}` })
    if (!isAcknowledged(operation)) count(rows > 0)
  }
  for (const text of stored.keys()) if (!sent.has(text)) findings.push({ kind: 'never sent', what: `${kind} ${text}` })
}

function compareLinks(operations: Operation[], { links }: Stored, findings: Finding[], count: (isStored: boolean) => void): void {
  const rows = groupBy(links, (url) => url)
  const removals = new Map(operations.filter(({ kind }) => kind === 'unlink').map((one) => [one.target, one]))
  for (const operation of operations) {
    if (operation.kind !== 'link') continue
    const { target } = operation
    const found = rows.get(target)?.length ?? 0
    const removal = removals.get(target)
    if (found > 1) findings.push({ kind: 'doubled', what: `link ${target}: ${found} rows` })
    if (removal && isAcknowledged(removal)) {
      if (found > 0) findings.push({ kind: 'lost', what: `deletion of link ${target}` })
    } else if (removal) count(found === 0)
    else if (isAcknowledged(operation) && found === 0) findings.push({ kind: 'lost', what: `link ${target}` })
    if (!isAcknowledged(operation) && !removal) count(found > 0)
  }
}

function compareWithdrawals(
  operations: Operation[],
  { applications }: Stored,
  findings: Finding[],
  count: (isStored: boolean) => void,
): void {
  const stored = new Map(applications.map((one) => [one.text, one]))
  const withdrawn = new Set<string>()
  for (const operation of operations) {
    if (operation.kind !== 'withdraw') continue
    withdrawn.add(operation.target)
    const status = stored.get(operation.target)?.status
    if (!isAcknowledged(operation)) count(status === 'withdrawn')
    else if (status !== 'withdrawn') findings.push({ kind: 'lost', what: `withdrawal of ${operation.target}: ${status}` })
  }
  for (const { text, status, isFileWhole } of applications) {
    if (withdrawn.has(text)) continue
    if (status !== 'submitted') findings.push({ kind: 'never sent', what: `withdrawal of ${text}` })
    if (!isFileWhole) findings.push({ kind: 'lost', what: `file of application ${text}` })
  }
}

const SENT_BY_NOBODY = ['queued', 'deferred', 'held', 'review', 'sending']

// An email in the state `unknown` was accepted at most once: the connection or the process was lost while it was sent.
function compareEmails(operations: Operation[], { emails }: Stored, mailed: Mailed[], findings: Finding[]): Verdict['emails'] {
  const accepted = new Map<string, number>()
  for (const { messageId } of mailed) accepted.set(messageId, (accepted.get(messageId) ?? 0) + 1)
  for (const [messageId, times] of accepted)
    if (times > 1) findings.push({ kind: 'email doubled', what: `${messageId}: accepted ${times} times` })
  const byId = new Map([...accepted].map(([messageId, times]) => [Number(/^<outbox-(\d+)@/.exec(messageId)?.[1]), times]))
  const numbers = { sent: 0, unknown: 0, waiting: 0 }
  const acknowledged = new Set(operations.filter((one) => one.kind === 'email' && isAcknowledged(one)).map(({ target }) => target))
  for (const email of emails) {
    const times = byId.get(email.id) ?? 0
    if (email.state === 'sent') {
      numbers.sent++
      if (times === 0) findings.push({ kind: 'email missing', what: `email ${email.id} is “sent”, the mail server has not seen it` })
    } else if (email.state === 'unknown') numbers.unknown++
    else if (SENT_BY_NOBODY.includes(email.state)) {
      numbers.waiting++
      if (times > 0)
        findings.push({ kind: 'email doubled', what: `email ${email.id} was accepted and is “${email.state}”: it would be sent again` })
      if (acknowledged.has(contactText(email)) && email.state !== 'review')
        findings.push({ kind: 'email missing', what: `email ${email.id} of ${email.text} is still “${email.state}”` })
    } else if (isContact(email) && acknowledged.has(contactText(email)))
      findings.push({ kind: 'email missing', what: `email ${email.id} of ${email.text} is “${email.state}”` })
  }
  return numbers
}
