import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  createNote,
  deleteNote,
  LONGEST_NOTE,
  listMentionable,
  listNotes,
  MOST_NOTES,
  NOTES_AN_HOUR,
  type NoteObject,
  updateNote,
} from '#contract/console/note.ts'
import { listConsoleRequests } from '#contract/console/request.ts'
import { removeOldRows } from '#store/table/tables.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addApplication, addNote, mailWith } from '#tests/support/world/conversations.ts'
import { personOf } from '#tests/support/world/requests.ts'

type Person = Awaited<ReturnType<typeof callAs>>
let shift = 0
let curator: Person
let admin: Person
let request: { id: number; team: number; project: number }
const { service } = useService({ now: () => new Date(Date.now() + shift) })
before(async () => {
  curator = await callAs(service, 'curator')
  admin = await callAs(service, 'admin')
  request = await addApplication(service.sql, 'noted', 'anna*', 'vera')
})

const clear = () => service.sql`delete from note`
const add = (text: string, by = curator, on: NoteObject = 'request', id = request.id) => by(createNote, { body: { on, id, text } })
const list = (on: NoteObject = 'request', id = request.id, query = {}) => curator(listNotes, { query: { on, id: String(id), ...query } })
const edit = (id: number, text: string, by = curator) => by(updateNote, { params: { id: String(id) }, body: { text } })
const remove = (id: number, by = curator) => by(deleteNote, { params: { id: String(id) } })

test('notes on applications, teams and projects are listed newest first, with their authors', async () => {
  for (const [on, id] of [
    ['request', request.id],
    ['team', request.team],
    ['project', request.project],
  ] as const) {
    const first = await add('  First\r\n**note**\u0000 ', curator, on, id)
    const author = { id: await personOf(service.sql, 'curator'), name: first.author!.name }
    assert.deepEqual(first, {
      id: first.id,
      text: 'First\n**note**',
      author,
      createdAt: first.createdAt,
      changedAt: null,
      isOwn: true,
      mayEdit: true,
      mentions: [],
    })
    const second = await add('Second', admin, on, id)
    const { notes, ...rest } = await list(on, id)
    assert.deepEqual(rest, { total: 2, page: 1, pageSize: 50 })
    assert.deepEqual(
      notes.map((note) => [note.id, note.isOwn, note.mayEdit]),
      [
        [second.id, false, false],
        [first.id, true, true],
      ],
    )
    assert.deepEqual(
      (await list(on, id, { page: '2', pageSize: '1' })).notes.map((note) => note.id),
      [first.id],
    )
  }
  const listed = await curator(listConsoleRequests, { query: { project: 'noted' } })
  assert.equal(listed.requests[0]!.noteCount, 2)
  await refused('invalid_value', list('request', request.id, { page: '0' }))
  await clear()
})

test('a note needs text and an object, and the same text again is one note', async () => {
  await refused('text_required', add(' \u200b '))
  await refused('invalid_value', add('x'.repeat(LONGEST_NOTE + 1)))
  await refused('request_not_found', add('x', curator, 'request', 2_147_483_647))
  await refused('team_not_found', add('x', curator, 'team', 2_147_483_647))
  await refused('project_not_found', add('x', curator, 'project', 2_147_483_647))
  const { id } = await add('x'.repeat(LONGEST_NOTE))
  assert.equal((await add('x'.repeat(LONGEST_NOTE))).id, id)
  assert.equal((await list()).total, 1)
  await clear()
})

test('the author and administrators change and delete a note', async () => {
  const { id } = await add('Mine')
  const ofAdmin = await add('Of the administrator', admin)
  await refused('note_not_own', edit(ofAdmin.id, 'Changed'))
  await refused('note_not_own', remove(ofAdmin.id))
  const changed = await edit(id, 'Changed', admin)
  assert.deepEqual([changed.text, changed.isOwn, changed.changedAt !== null], ['Changed', false, true])
  assert.ok((await edit(id, 'Changed again')).isOwn)
  await refused('text_required', edit(id, ' '))
  assert.deepEqual(await remove(id, admin), { id, status: 'deleted' })
  assert.deepEqual(await remove(id), { id, status: 'deleted' }, 'again')
  await refused('note_not_found', edit(id, 'Back'))
  for (const missing of [0, 2_147_483_647]) {
    await refused('note_not_found', edit(missing, 'x'))
    await refused('note_not_found', remove(missing))
  }
  assert.deepEqual(
    (await list()).notes.map((note) => note.text),
    ['Of the administrator'],
  )
  const [row] = await service.sql`select text from note where id = ${id}`
  assert.equal(row!.text, '', 'the text is removed at once')
  await removeOldRows(service.sql, new Date(Date.now() + 47 * 3_600_000))
  assert.equal((await service.sql`select 1 from note where id = ${id}`).length, 1, 'it counts for the limit of an hour')
  await removeOldRows(service.sql, new Date(Date.now() + 49 * 3_600_000))
  assert.equal((await service.sql`select 1 from note where id = ${id}`).length, 0)
  await clear()
})

test('outdated changes are refused', async () => {
  const { id } = await add('Version 1')
  const headers = { 'if-match': '"outdated"' }
  await refused('precondition_failed', curator(updateNote, { params: { id: String(id) }, body: { text: 'Version 2' }, headers }))
  await refused('precondition_failed', curator(deleteNote, { params: { id: String(id) }, headers }))
  await clear()
})

test('the audit log has no text of a note', async () => {
  const { id } = await add('Secret words')
  await edit(id, 'Other secret words')
  await remove(id)
  const events = await service.sql<{ action: string; target: string; detail: object }[]>`
    select action, target, detail from audit_event where detail->>'note' = ${String(id)} order by seq`
  assert.deepEqual(
    events.map((event) => ({ ...event })),
    ['createNote', 'updateNote', 'deleteNote'].map((action) => ({ action, target: `request ${request.id}`, detail: { note: id } })),
  )
})

test('mentioned curators get one email; members cannot be mentioned', async () => {
  const note = await add('@admin and @anna, what do you think? Also @curator, @nobody.')
  assert.deepEqual(note.mentions.map(({ login }) => login).toSorted(), ['admin', 'curator'])
  assert.deepEqual(await mailWith(service.sql, 'note', note.id), ['note_mention admin'], 'not the author')
  await edit(note.id, 'Nobody is mentioned')
  await edit(note.id, '@admin again')
  assert.deepEqual(await mailWith(service.sql, 'note', note.id), ['note_mention admin'], 'once for each note')
  const second = await add('Later', admin)
  await edit(second.id, '@curator!', admin)
  assert.deepEqual(await mailWith(service.sql, 'note', second.id), ['note_mention curator'])
  await clear()
})

test('the people who can be mentioned are active curators and administrators', async () => {
  const { people } = await curator(listMentionable)
  const logins = people.map(({ login }) => login)
  assert.ok(logins.includes('curator') && logins.includes('admin'))
  const rows = await service.sql`select login from person where access <> 'member' and disabled_at is null`
  assert.deepEqual(logins.toSorted(), rows.map(({ login }) => login).toSorted())
})

test('an object has at most 200 notes, a person adds at most 60 an hour, deleted ones included', async () => {
  const { sql } = service
  await sql`insert into note (team_id, text) select ${request.team}, 'x' from generate_series(1, ${MOST_NOTES - 1})`
  const outcomes = await Promise.allSettled(Array.from({ length: 3 }, (_, n) => add(`At once ${n}`, curator, 'team', request.team)))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  await refused('notes_full', add('One more', curator, 'team', request.team))
  const left = NOTES_AN_HOUR - (await sql`select 1 from note where author_id = ${await personOf(sql, 'curator')}`).length
  for (let n = 0; n < left; n++) {
    const { id } = await add(`Note ${n}`)
    if (n % 2 === 0) await remove(id)
  }
  const response = await fetch(`${service.url}/console/note`, {
    method: 'POST',
    headers: { authorization: `Bearer ${curator.tokens.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ on: 'request', id: request.id, text: 'Too many' }),
  })
  const seconds = Number(response.headers.get('retry-after'))
  assert.ok(seconds > 3000 && seconds <= 3600, String(seconds))
  assert.match((await assertProblem(response, 'too_many_notes')).detail, /up to 60 notes an hour/)
  await add('Another person', admin)
  shift = 3_700_000
  await add('An hour later')
  shift = 0
  await clear()
})

test('notes are deleted with their object', async () => {
  const { sql } = service
  const other = await addApplication(sql, 'noted-too', 'boris*')
  for (const [on, id] of [
    ['request', other.id],
    ['team', other.team],
    ['project', other.project],
  ] as const)
    await addNote(sql, on, id, 'curator', 'Gone soon @admin')
  await sql`delete from request where id = ${other.id}`
  await sql`delete from project where id = ${other.project}`
  await sql`delete from team where id = ${other.team}`
  assert.equal((await sql`select 1 from note where text = 'Gone soon @admin'`).length, 0)
})
