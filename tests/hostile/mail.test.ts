import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import MailComposer from 'nodemailer/lib/mail-composer'
import PostalMime from 'postal-mime'
import { createComposer } from '#mail/compose.ts'
import type { ReadyMail } from '#mail/mail.ts'
import { defaultSettings } from '#rules/settings/settings.ts'
import type { ClaimedMail } from '#store/mail/outbox.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { breaks, hostile } from '#tests/support/hostile/hostile-text.ts'
import { sample } from '#tests/support/tier.ts'

// For any content of an outbox row, even one that passed no validation: the message has the right header, one recipient, and the whole
// text.

let database: TestDatabase
before(async () => {
  database = await testDatabase(DEMO_TEMPLATE)
})
after(() => database.close())

const clock = new Date('2026-11-15T12:00:00Z')
const OURS = 'office@example.org'

/** Parses a message strictly: the header lines as [name, value], unfolded, and the body. */
function readStrictly(raw: Buffer): { header: [string, string][]; body: string } {
  const text = raw.toString('latin1')
  assert.doesNotMatch(text, /[^\r]\n|\r[^\n]|^\n|\r$/, 'a line ends in CRLF and nothing else does')
  assert.match(text, /^[\t\r\n\x20-\x7e]*$/, 'and is ASCII')
  const end = text.indexOf('\r\n\r\n')
  const lines = text.slice(0, end).split('\r\n')
  for (const line of text.split('\r\n')) assert.ok(line.length <= 998)
  const header: [string, string][] = []
  for (const line of lines) {
    if (/^[ \t]/.test(line)) {
      assert.ok(line.trim() !== '', 'no folded line is empty')
      header.at(-1)![1] += line
      continue
    }
    const [, name, value] = /^([!-9;-~]+): (.*)$/.exec(line) ?? assert.fail(`no header line: ${line}`)
    header.push([name!, value!])
  }
  return { header, body: text.slice(end + 4) }
}

const contactHeader = [
  'Content-Transfer-Encoding',
  'Content-Type',
  'Date',
  'From',
  'MIME-Version',
  'Message-ID',
  'Subject',
  'To',
  'X-Projectory-Request',
]
const noticeHeader = [
  'Auto-Submitted',
  'Content-Type',
  'Date',
  'From',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'MIME-Version',
  'Message-ID',
  'Subject',
  'To',
]

async function composed(row: { kind: string; personId: number | null; data: unknown; requestId?: string }): Promise<ReadyMail> {
  const { sql } = database
  const { kind, personId, data, requestId = null } = row
  const [{ id }] = (await sql`
    insert into outbox (kind, person_id, data, created_at, request_id)
    values (${kind}, ${personId}, ${sql.json(data as never)}, ${clock}, ${requestId}) returning id::float8 as id`) as unknown as [
    { id: number },
  ]
  const publicUrl = 'https://projects.example.org'
  const settings = { publicUrl, apiUrl: `${publicUrl}/api`, mailFrom: 'Projects <post@example.org>', mailTo: `Office <${OURS}>` }
  const compose = createComposer({ sql, now: () => clock, ...settings, contact: null, settings: defaultSettings })
  const mail: ClaimedMail = { id, attempt: 1, tries: 1, kind, personId, address: null, data: data as never, createdAt: clock, requestId }
  const made = await compose(mail)
  assert.ok('raw' in made, JSON.stringify(made))
  return made
}

async function assertWellMade(mail: ReadyMail, names: string[], to: string, what: string) {
  const { header } = readStrictly(mail.raw)
  assert.deepEqual(header.map(([name]) => name).toSorted(), names.toSorted(), what)
  const parsed = await PostalMime.parse(mail.raw)
  assert.deepEqual(
    parsed.to!.map(({ address }) => address),
    [to],
    what,
  )
  assert.deepEqual([parsed.cc, parsed.bcc, parsed.from!.address, parsed.attachments], [undefined, undefined, 'post@example.org', []], what)
  assert.deepEqual(mail.envelope, { from: 'post@example.org', to })
  return { header: new Map(header), parsed }
}

// The expected text on one line, and over several; implemented here again on purpose.
const invisible = /[\p{Cc}\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/gu
const oneLine = (text: string) => text.replace(/\s+/gu, ' ').trim().replace(invisible, '�')
const shortened = (text: string, most: number) => ([...text].length > most ? `${[...text].slice(0, most - 1).join('')}…` : text)
const manyLines = (text: string) =>
  text
    .trim()
    .split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/)
    .map((line) =>
      line
        .replaceAll('\t', '  ')
        .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '�')
        .trimEnd(),
    )
const inHeader = (text: string) => text.replaceAll('=?', '= ?')
const bare = (text: string) => text.replace(/[\u2068\u2069]/g, '')

test(`the corpus is large enough`, () => {
  assert.ok(new Set(hostile).size >= 100, String(new Set(hostile).size))
})

test('any contact message is one email to the directory with the complete text', async () => {
  for (const text of sample(hostile)) {
    const data = { name: text, email: 'petr@elsewhere.example', subject: text, message: text, about: text, language: text }
    const mail = await composed({ kind: 'contact', personId: null, data, requestId: 'call-12345' })
    const { parsed } = await assertWellMade(mail, [...contactHeader, 'Reply-To'], OURS, JSON.stringify(text.slice(0, 60)))
    assert.deepEqual(
      parsed.replyTo!.map(({ address }) => address),
      ['petr@elsewhere.example'],
    )
    assert.equal(parsed.replyTo![0]!.name, inHeader(shortened(oneLine(text), 100)))
    assert.equal(parsed.subject, inHeader(`[Contact] ${shortened(oneLine(text), 200)}`.trimEnd()))
    const lines = bare(parsed.text!)
    assert.ok(lines.includes(`\nName: ${oneLine(text)}\n`), 'the name')
    if (oneLine(text) === '') continue
    assert.ok(lines.includes(`\nSubject: ${oneLine(text)}\n`), 'the subject')
    assert.ok(parsed.text!.trimEnd().endsWith(`\n\n${manyLines(text).join('\n')}`), `the message: ${JSON.stringify(text)}`)
    assert.equal(parsed.html, undefined)
  }
})

test('an invalid address is never an address of the message', async () => {
  const addresses = [
    ...hostile,
    ...breaks.map((sign) => `a@example.org${sign}Bcc: b@example.org`),
    'a@example.org,b@example.org',
    'a@example.org;b@example.org',
    'A <a@example.org>',
    '"a b"@example.org',
    'a@[127.0.0.1]',
    'a@example',
    '@example.org',
    'a@@example.org',
    'ä@example.org',
    `${'a'.repeat(65)}@example.org`,
  ]
  for (const email of sample(addresses)) {
    const mail = await composed({
      kind: 'contact',
      personId: null,
      data: { name: 'x', email, message: 'y', to: 'victim@example.com' },
      requestId: 'call-12345',
    })
    await assertWellMade(mail, contactHeader, OURS, JSON.stringify(email.slice(0, 60)))
  }
})

test('names of people, teams, projects and files cannot change the structure of a message', async () => {
  const { sql } = database
  const [row] = await sql`
    select r.id, r.team_id, p.id as project_id, p.slug, m.person_id, f.id as file_id from request r join project p on p.id = r.project_id
    join member m on m.team_id = r.team_id and m.is_administrator join person on person.id = m.person_id and person.email is not null,
    lateral (select id from file where kind = 'result' order by id limit 1) f
    where r.status = 'declined' order by r.id limit 1`
  const { id, team_id, project_id, slug, person_id, file_id } = row!
  const { email } = (await sql`select email from person where id = ${person_id}`)[0]!
  await sql`update file set team_id = ${team_id}, project_id = ${project_id} where id = ${file_id}`
  await sql`update person set language = 'en' where id = ${person_id}`
  for (const text of sample(hostile)) {
    await sql`update team set name = ${text} where id = ${team_id}`
    await sql`update project set name = ${text} where id = ${project_id}`
    await sql`update person set name = ${text} where id = ${person_id}`
    await sql`update request set comment = ${text} where id = ${id}`
    await sql`update file_version set name = ${text}, comment = ${text} where file_id = ${file_id}`
    const data = { request: id, team: team_id, project: slug, file: file_id, device: text, network: text }
    const name = shortened(oneLine(text), 200)
    for (const kind of ['request_declined', 'result_replaced', 'new_sign_in']) {
      const mail = await composed({ kind, personId: person_id, data: kind === 'result_replaced' ? { file: file_id } : data })
      const { header, parsed } = await assertWellMade(mail, noticeHeader, email, `${kind} ${JSON.stringify(text.slice(0, 60))}`)
      assert.match(
        header.get('List-Unsubscribe')!,
        /^<https:\/\/projects\.example\.org\/api\/mail\/unsubscribe\?token=[0-9a-f-]{36}&kind=[a-z_]+>$/,
      )
      assert.ok(bare(parsed.text!).startsWith(name === '' ? 'Hello!' : `Hello, ${name}!`))
      assert.equal(parsed.subject, mail.shown.subject)
      if (kind !== 'new_sign_in') assert.ok(bare(parsed.text!).includes(`“${name}”`))
      if (kind !== 'new_sign_in' && name !== '')
        assert.ok(
          parsed.text!.includes(
            manyLines(text)
              .map((line) => `> ${line}`.trimEnd())
              .join('\n'),
          ),
          'the comment is whole',
        )
      assert.doesNotMatch(parsed.html!, /<(?:script|img|b>)/)
    }
  }
})

test('a digest of hostile events is one message with a line each', async () => {
  const { sql } = database
  const [reader] = await sql`select id, email from person where login = 'vera'`
  const mails: number[] = []
  for (const text of hostile) {
    const [team] = await sql`insert into team (name, has_shared_name) values (${text}, true) returning id`
    const [mail] = await sql`
      insert into outbox (kind, person_id, data, created_at) values ('team_added', ${reader!.id}, ${sql.json({ team: team!.id })}, ${clock})
      returning id::float8 as id`
    mails.push(mail!.id)
  }
  const mail = await composed({ kind: 'digest', personId: reader!.id, data: { mails: mails.slice(0, 90) } })
  const { parsed } = await assertWellMade(mail, noticeHeader, reader!.email, 'digest')
  assert.equal(parsed.text!.match(/^\* /gm)!.length, 90)
})

test('an object in place of a text is never read as a file or an address', async () => {
  for (const odd of [
    { path: '/etc/passwd' },
    { href: 'http://127.0.0.1:1/' },
    { raw: 'Bcc: x' },
    { content: { path: '/etc/passwd' } },
    ['a', 'b'],
    7,
    true,
    null,
  ]) {
    const data = { name: odd, email: odd, subject: odd, message: odd, about: odd, language: odd, person: odd }
    const mail = await composed({ kind: 'contact', personId: null, data, requestId: 'call-12345' })
    await assertWellMade(mail, contactHeader, OURS, JSON.stringify(odd))
    assert.doesNotMatch(mail.raw.toString(), /root:/)
  }
  // If one reached the composer, its settings would refuse it.
  for (const [text, code] of [
    [{ path: '/etc/passwd' }, 'EFILEACCESS'],
    [{ href: 'http://127.0.0.1:1/' }, 'EURLACCESS'],
  ] as const)
    await assert.rejects(new MailComposer({ text, disableFileAccess: true, disableUrlAccess: true }).compile().build(), { code })
})
