import './pseudo.ts'

// Renders everything that the service writes, in the pseudo-language, and prints each text that is neither in its brackets nor data.

const PSEUDO = 'en-XA'
const { languages } = await import('#texts/languages.ts')
const { readTexts } = await import('#texts/server.ts')
const found: string[] = []
let count = 0

/** The brackets may be nested: a text in the place of a value. */
function withoutBrackets(text: string): string {
  let [before, after] = ['', text]
  while (before !== after) [before, after] = [after, after.replace(/⟦[^⟦⟧]*⟧/gu, '')]
  return after
}

function check(where: string, text: string): void {
  count++
  if (/\{\{|\}\}|undefined/.test(text)) found.push(`${where}: not filled: ${text}`)
  let rest = withoutBrackets(text).replace(/https?:\S+|\w+ \d{1,2}, \d{4}(?:,| at) [\d: \u202f]+[AP]M(?: GMT\+3)?/gu, '')
  for (const value of data) rest = rest.replaceAll(value, '')
  if (/\p{L}/u.test(rest)) found.push(`${where}: ${rest.trim()}`)
}

/** The texts between tags, and what screen readers say. Values are in <bdi>, <code> or <time>; a text goes on around inline tags. */
function checkHtml(where: string, html: string): void {
  const body = html.replace(
    /<style>[\s\S]*?<\/style>|<(bdi|code|time)\b[^>]*>[\s\S]*?<\/\1>|<(?:blockquote|pre)[\s\S]*?<\/(?:blockquote|pre)>/g,
    '',
  )
  for (const [, label] of body.matchAll(/ (?:aria-label|title)="([^"]*)"/g)) check(where, unescaped(label!))
  for (const text of body.replace(/<\/?(?:strong|b|span|small)\b[^>]*>/g, '').split(/<[^>]*>/))
    if (text.trim() !== '') check(where, unescaped(text))
}
const marks: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const unescaped = (text: string): string => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => marks[name]!)

const { sampleEmails, sampleFacts, noticeKinds, sampleNotice, sampleDigest } = await import('#mail/email.samples.ts')
const { emailHtml, emailText } = await import('#mail/email.ts')
const { samplePages } = await import('#auth/page/samples.ts')
const { signInPage } = await import('#auth/page/pages.ts')
const { mailPage } = await import('#api/mail/pages.ts')
const { mailboxEnd, mailboxPage } = await import('#mail/mailbox/page.ts')
const { endPage, peoplePage } = await import('#dev-idp/page.ts')
const { devPeople, whoIs } = await import('#dev-idp/people.ts')
const { errorStatus } = await import('#contract/errors.ts')
const { problemOf, Refusal } = await import('#http/response/problem.ts')
const { LanguageName } = await import('#contract/language.ts')
const { updateNotifications } = await import('#contract/notification.ts')
const { SettingValues } = await import('#contract/settings.ts')
const { settingsFrom } = await import('#rules/settings/settings.ts')
const { readSettings } = await import('#rules/settings/input.ts')
const { languageOf } = await import('#http/call.ts')
const { zoneOf } = await import('#rules/time/zone.ts')
const { placeholdersOf } = await import('#texts/write.ts')
const { columns } = await import('#spreadsheet/column/columns.ts')
const { exportTemplate } = await import('#spreadsheet/write/export.ts')
const { writeList } = await import('#spreadsheet/write/list-sheet.ts')
const { say } = await import('#spreadsheet/messages.ts')
const { unreadable } = await import('#spreadsheet/sheet.ts')

const stringsIn = (value: unknown): string[] =>
  typeof value === 'string' ? value.split('\n') : typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
const more = [
  'Projectory',
  'Анна',
  'UTC',
  '[Contact]',
  'Russian',
  'A team of two',
  'anna',
  'ID 3',
  'Margaret',
  'Lighthouse',
  'City Tree Census',
  'Маяк',
]
const letter = ['Good morning!', 'May a team of two apply, or are three needed?', 'Anna', 'Анна Ковалёва']
const data = [...new Set([...[sampleFacts, samplePages, devPeople].flatMap(stringsIn), ...more, ...letter])]
  .filter((text) => text.length > 3 || more.includes(text))
  .toSorted((one, other) => other.length - one.length)

// Nothing but the folder makes it a language: of the contract, of the settings, and of readers who ask for it.
const expect = (what: string, isTrue: boolean) => isTrue || found.push(`${PSEUDO} is missing: ${what}`)
expect('a folder', languages.includes(PSEUDO))
for (const [what, schema] of Object.entries({ LanguageName, updateNotifications, SettingValues }))
  expect(what, JSON.stringify(schema).includes(`"${PSEUDO}"`))
const stored = { document: { welcome: { en: 'Hi' }, links: [{ label: { en: 'Imprint' }, url: 'https://d.test' }] }, logo: null }
const settings = settingsFrom(stored, { fixedSettings: {}, contact: null })
expect('offered', settings.languages.includes(PSEUDO))
expect('a text', settings.welcome[PSEUDO] === '' && settings.links[0]!.label[PSEUDO] === 'Imprint')
expect('chosen', readSettings({ languages: [PSEUDO], locale: PSEUDO }, settings).faults.length === 0)
expect('asked for', languageOf({ headers: { 'accept-language': `${PSEUDO},ru;q=0.5` } }, 'ru') === PSEUDO)
expect('time zone', zoneOf('Europe/Berlin', new Date(0)).label[PSEUDO] !== undefined)

// Emails
for (const { name, subject, text, html } of sampleEmails(PSEUDO)) {
  if (name === 'announcements') continue // the text of a curator
  check(`email ${name}`, subject)
  for (const line of text.split('\n')) check(`email ${name}`, line)
  if (html) checkHtml(`email ${name}`, html)
}
const { data: facts } = sampleFacts
const variants = [
  { ended: true },
  { until: '2026-11-20T15:30:00Z' },
  { isDisbanded: true },
  { isAgreed: true },
  ...['accepted', 'expired', 'ended'].map((status) => ({ status })),
]
for (const kind of noticeKinds)
  for (const more of [
    ...variants.map((one) => ({ data: { ...facts, ...one } })),
    { actor: null, person: 'Пётр' },
    { closing: sampleFacts.closing!.slice(0, 1) },
  ]) {
    const email = sampleNotice(kind, PSEUDO, more)
    for (const line of [email.subject, ...emailText(email).split('\n')].filter((line) => line !== 'Пётр'))
      check(`email ${kind} ${JSON.stringify(more).slice(0, 80)}`, line)
  }
checkHtml('digest of 103', emailHtml(sampleDigest(PSEUDO, 103)))

// Errors
const errors = readTexts('en', 'errors')
for (const code of Object.keys(errorStatus) as (keyof typeof errorStatus)[]) {
  const details = Object.fromEntries(placeholdersOf(errors[`${code}.detail`]!).map((name) => [name, 7]))
  const { title, detail } = JSON.parse(problemOf(new Refusal(code, details), PSEUDO, 'call', 'http://docs').body) as Record<string, string>
  check(`error ${code}`, title!)
  check(`error ${code}`, detail!)
}
for (const key of Object.keys(errors).filter((one) => one.endsWith('.fault'))) {
  const fault = { path: 'a', code: key.slice(0, -6) as 'required', params: { expected: 'string' } }
  const { body } = problemOf(new Refusal('invalid_value', { keys: 'a' }, { faults: [fault] }), PSEUDO, 'call', 'http://docs')
  check(`fault ${key}`, (JSON.parse(body) as { errors: { message: string }[] }).errors[0]!.message)
}

// Pages
const look = { name: 'Projectory', accentHue: 172 }
for (const page of Object.values(samplePages)) checkHtml(`sign-in ${page.kind}`, signInPage(page, PSEUDO).html)
const token = 't'
for (const page of [
  { kind: 'ask', subject: 'digest', token },
  { kind: 'off', subject: 'team_added', token, former: {} },
  { kind: 'all', choices: { team_added: 'off', request_new: 'daily' }, isCurator: true, token },
  { kind: 'token_unknown', home: '/' },
  { kind: 'confirm', token },
  { kind: 'confirmed', email: 'a@example.org', home: '/' },
  { kind: 'link_gone', home: '/' },
  { kind: 'store_unavailable' },
  { kind: 'internal', requestId: 'r' },
] as const)
  checkHtml(`mail page ${page.kind}`, String(mailPage(page, PSEUDO, look).body))
const shown = { from: 'a', to: 'b', replyTo: 'c', subject: 'd', text: 'e', html: '<p>' }
const open = { id: '1', at: '2026-11-15T12:00:00.000Z', shown } as never
const reader = { language: PSEUDO, timeZone: 'UTC' }
const mails = [{ id: '1', at: '2026-11-15T12:00:00.000Z', to: 'b', subject: 'd' }] as never
for (const page of [{ mails: [] }, { mails }, { mails, open }, { mails, open, view: 'text' as const }])
  checkHtml('mailbox', mailboxPage({ ...reader, ...page }).replace('<title>d · ', '<title>'))
for (const ending of ['missing', 'onlyGet', 'broken'] as const) checkHtml('mailbox', mailboxEnd(ending, PSEUDO))
const people = devPeople.map(({ login, name }) => ({ login, name, who: whoIs(login, PSEUDO) }))
for (const stage of ['provider', 'github'] as const) {
  checkHtml(
    'dev-idp',
    peoplePage({ stage, locale: PSEUDO, action: '/', people, isUnknown: true }).replace(/<b lang="[^"]*">[^<]*<\/b>/g, ''),
  )
  for (const ending of ['over', 'fault', 'missing'] as const) checkHtml('dev-idp', endPage({ stage, locale: PSEUDO, ending }))
}

// Sheets
const thread = { write: async (_: unknown, heads: { head: string }[]) => heads.map(({ head }) => head) } as never
for (const kind of Object.keys(columns) as (keyof typeof columns)[])
  for (const head of (await exportTemplate(thread, { kind, format: 'csv', headings: PSEUDO })) as unknown as string[])
    check(`sheet ${kind}`, head)
for (const list of ['project', 'team', 'person', 'request'] as const)
  for (const head of (await writeList(thread, {
    list,
    rows: [],
    columns: [],
    language: PSEUDO,
    format: 'csv',
    calendar: () => 0,
  })) as unknown as string[])
    check(`list ${list}`, head)
for (const key of Object.keys(readTexts('en', 'sheets'))) {
  const [name, kind, list] = key.split('.')
  if (list) continue
  if (kind === 'message')
    check(
      key,
      say(
        { code: name as 'required', details: { value: '7', words: 'draft', from: 'draft', to: 'archived', country: 'GB', row: 7 } },
        PSEUDO,
      ),
    )
  if (kind === 'unreadable')
    check(
      key,
      (unreadable(name as 'empty', () => ({ row: 1, limit: 2, head: '3' })).details as Record<string, { why: string }>)[PSEUDO]!.why,
    )
}

// Rounds and requests
const words = await import('#rules/text/state-texts.ts')
const { reasonText, summaryText } = await import('#rules/placement/reason-text.ts')
for (const code of ['got', 'got_by_hand', 'lower', 'placed_by_hand', 'unsuitable', 'not_free', 'ended', 'no_places'] as const)
  check(code, reasonText(PSEUDO, { code }, 'P'))
for (const places of [1, 2, 5])
  check('taken', reasonText(PSEUDO, { code: 'taken', places, byHand: 0, preferred: 1, lottery: places - 1 }, 'P'))
for (const code of ['no_place_lottery', 'no_place_claims', 'no_place_fullest'] as const)
  check(code, summaryText(PSEUDO, { code, choices: 2, places: 3, teams: 4 }))
for (const rule of ['fair', 'fullest'] as const) check(rule, words.ruleInWords(rule, PSEUDO))
check('window', words.windowInWords({ from: 20_000, to: 20_100 }, PSEUDO))
check('deleted', words.deletedPersonName(PSEUDO))

process.stdout.write(JSON.stringify({ count, found: [...new Set(found)] }))
