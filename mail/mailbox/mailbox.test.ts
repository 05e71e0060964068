import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readMailbox, writeMessage } from '#mail/message.ts'
import { createMailbox } from './mailbox.ts'

const root = mkdtempSync(join(tmpdir(), 'projectory-mailbox-'))
after(() => rmSync(root, { recursive: true, force: true }))

const newEmail = (id: number, subject = `Letter ${id}`) =>
  writeMessage({
    id,
    from: readMailbox('Projects <post@example.org>'),
    to: readMailbox('anna@students.example.org'),
    replyTo: null,
    subject,
    text: 'Привет\n',
    html: '<p>Привет</p>\n',
    date: new Date(),
    isAutomatic: true,
    unsubscribe: null,
    requestId: null,
  })
const yes = async () => true

test('emails are stored complete, the newest first', async () => {
  const mailbox = createMailbox(join(root, 'deep', 'mailbox'))
  assert.deepEqual(await mailbox.list(), [], 'a folder that is not there yet is an empty mailbox')
  const mails = await Promise.all([1, 2, 3].map((id) => newEmail(id)))
  for (const mail of mails) assert.equal((await mailbox.deliver(mail, yes)).kind, 'accepted')
  const list = await mailbox.list()
  assert.deepEqual(
    list.map(({ subject, to }) => [subject, to]),
    [3, 2, 1].map((id) => [`Letter ${id}`, 'anna@students.example.org']),
  )
  const found = await mailbox.find(list[0]!.id)
  assert.deepEqual(
    [found!.raw, found!.shown, found!.envelope, found!.messageId],
    [mails[2]!.raw, mails[2]!.shown, mails[2]!.envelope, mails[2]!.messageId],
  )
  assert.deepEqual(await createMailbox(join(root, 'deep', 'mailbox')).list(), list, 'another process sees the same')
})

test('the same email sent twice is listed twice', async () => {
  const mailbox = createMailbox(join(root, 'twice'))
  const mail = await newEmail(1)
  await Promise.all([mailbox.deliver(mail, yes), mailbox.deliver(mail, yes)])
  assert.equal((await mailbox.list()).length, 2)
})

test('nothing is written before the commit, nor when it returns false', async () => {
  const folder = join(root, 'refused')
  const mailbox = createMailbox(folder)
  const outcome = await mailbox.deliver(await newEmail(1), async () => false)
  assert.deepEqual(outcome, { kind: 'lost', reply: 'the email was claimed by another worker', isUntouched: true })
  assert.throws(() => readdirSync(folder), { code: 'ENOENT' })
  let seen: number | undefined
  await mailbox.deliver(await newEmail(2), async () => {
    seen = (await mailbox.list()).length
    return true
  })
  assert.equal(seen, 0)
  assert.equal((await mailbox.list()).length, 1)
})

test('a folder that cannot be written is a lost outcome, without a partial file', async () => {
  const file = join(root, 'a-file')
  writeFileSync(file, '')
  const outcome = await createMailbox(join(file, 'mailbox')).deliver(await newEmail(1), yes)
  assert.equal(outcome.kind, 'lost')
  assert.match(outcome.reply, /^the mailbox could not be written: /)
})

test('files are readable only by the owner, and no temporary file remains', async () => {
  const folder = join(root, 'modes')
  const mailbox = createMailbox(folder)
  await mailbox.deliver(await newEmail(1), yes)
  const names = readdirSync(folder)
  assert.equal(names.length, 1)
  assert.equal(statSync(join(folder, names[0]!)).mode & 0o077, 0)
})

test('only files with a valid id as name are read', async () => {
  const folder = join(root, 'strangers')
  const mailbox = createMailbox(folder)
  await mailbox.deliver(await newEmail(1), yes)
  for (const name of ['notes.json', '.20261115120000000-0123456789ab', '20261115120000000-0123456789ab.json.bak'])
    writeFileSync(join(folder, name), '{')
  const [stored] = await mailbox.list()
  assert.equal((await mailbox.list()).length, 1)
  for (const id of ['', '..', '../a-file', 'notes', `${stored!.id}.json`, `x/${stored!.id}`, '20261115120000000-0123456789ab'])
    assert.equal(await mailbox.find(id), undefined, id)
})

test('the list has the last two hundred emails', async () => {
  const mailbox = createMailbox(join(root, 'many'))
  const mail = await newEmail(1)
  for (let at = 0; at < 203; at++) await mailbox.deliver({ ...mail, shown: { ...mail.shown, subject: String(at) } }, yes)
  const list = await mailbox.list()
  assert.deepEqual([list.length, list[0]!.subject, list.at(-1)!.subject], [200, '202', '3'])
})

test('an unreadable folder is an error, not an empty mailbox', async () => {
  const folder = join(root, 'not-a-folder')
  writeFileSync(folder, '')
  await assert.rejects(createMailbox(folder).list(), { code: 'ENOTDIR' })
})
