import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { createNote, deleteNote, updateNote } from '#contract/console/note.ts'
import { setAccess, setDisabled } from '#contract/console/person.ts'
import { getConsoleProject, setProjectState, updateProject } from '#contract/console/project.ts'
import { closeQuestions, hideQuestion } from '#contract/console/question.ts'
import { getConsoleSettings, updateSettings } from '#contract/console/settings.ts'
import { listSynonyms, updateSynonym } from '#contract/console/synonym.ts'
import { getConsoleTeam, moveTeam, updateTeam, updateTeamMember } from '#contract/console/team.ts'
import { listWords, orderWords, updateWord } from '#contract/console/vocabulary.ts'
import { deleteCover, updateCover } from '#contract/cover.ts'
import { updateJoining } from '#contract/joining.ts'
import { updateMemberRole } from '#contract/member.ts'
import { askTeam, sendRequestMessage } from '#contract/message.ts'
import { updateNotifications } from '#contract/notification.ts'
import { deleteAvatar, getUser, updateAccount, updatePersonal } from '#contract/profile.ts'
import type { File } from '#contract/project.ts'
import { answerQuestion, createQuestion, deleteQuestion } from '#contract/question.ts'
import { createRequest, withdrawRequest } from '#contract/request.ts'
import { createLink, deleteLink } from '#contract/result.ts'
import { saveProject, saveProjects, unsaveProject } from '#contract/saved.ts'
import { disbandTeam, handOverTeam, removeOwnMember, updateOwnTeam } from '#contract/team.ts'
import { change, type FileService, fileOf, remove, startWithFiles, upload } from '#tests/support/result.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { forEachCase } from '#tests/support/tier.ts'
import { addProject, addTeam } from './support/world/requests.ts'

// A write that changes nothing invalidates nothing: every cached response stays, and no client is told to ask again.

type Caller = Awaited<ReturnType<typeof callAs>>
let service: FileService
let boris: Caller // administrator of team 2, which works on museum-pocket-guide
let admin: Caller
let notified = 0
before(async () => {
  service = await startWithFiles()
  boris = await callAs(service, 'boris')
  admin = await callAs(service, 'admin')
  const notify = service.app.streams.notify
  service.app.streams.notify = () => {
    notified++
    notify()
  }
})
after(() => service.close())

const changes = async (): Promise<number> => {
  await service.app.catalog.refresh()
  return (await service.sql`select count(*)::int as count from change where kind <> 'session'`)[0]!.count
}

/** The first call may change something; the second one must not. */
async function assertQuietAgain(what: string, call: () => Promise<unknown>): Promise<void> {
  await call()
  const before = await changes()
  notified = 0
  await call()
  assert.deepEqual([(await changes()) - before, notified], [0, 0], what)
}

test('a change is noticed by this test', async () => {
  const before = await changes()
  notified = 0
  await boris(updatePersonal, { body: { name: 'Borislav', surname: 'B', patronymic: '' } })
  assert.ok((await changes()) > before && notified > 0)
})

test('saved projects', async () => {
  const params = { slug: 'museum-pocket-guide' }
  await assertQuietAgain('saving', () => boris(saveProject, { params }))
  await assertQuietAgain('saving a list', () => boris(saveProjects, { body: { slugs: [params.slug] } }))
  await assertQuietAgain('removing', () => boris(unsaveProject, { params }))
})

test('links of emails with unknown tokens', async () => {
  for (const path of ['confirm?token=pj_em_unknown', 'unsubscribe?token=00000000-0000-0000-0000-000000000000&kind=team_added'])
    await assertQuietAgain(path, () => fetch(`${service.url}/mail/${path}`, { method: 'POST' }))
  await assertQuietAgain('confirmEmail', () =>
    fetch(`${service.url}/profile/email/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${boris.tokens.accessToken}` },
      body: '{"token":"pj_em_unknown"}',
    }),
  )
})

test('profile and notifications', async () => {
  const { email } = await boris(getUser)
  const joining = { isOpen: true, sentence: 'I test.', roles: ['QA', 'Designer'], projects: ['museum-pocket-guide'] }
  await assertQuietAgain('updateJoining', () => boris(updateJoining, { body: joining }))
  await assertQuietAgain('updateJoining, off', () => boris(updateJoining, { body: { neverInvite: true, roles: [] } }))
  await assertQuietAgain('updatePersonal', () => boris(updatePersonal, { body: { name: 'Boris', surname: 'Belov', patronymic: '' } }))
  await assertQuietAgain('updateAccount', () => boris(updateAccount, { body: { email: email ?? '', phone: '' } }))
  await assertQuietAgain('updateNotifications', () =>
    boris(updateNotifications, { body: { kinds: [{ kind: 'team_added', when: 'off' }], language: 'en' } }),
  )
})

// Each picture is decoded in a process of its own.
const pictures: Record<string, (send: (path: string, method: string, who: Caller, body: FormData) => Promise<void>) => Promise<void>> = {
  'a photo': async (send) => {
    await assertQuietAgain('putAvatar', () => send('/profile/avatar', 'PUT', boris, new FormData()))
    await assertQuietAgain('deleteAvatar', () => boris(deleteAvatar))
  },
  'a cover': async (send) => {
    const curator = await callAs(service, 'curator')
    const params = { slug: 'museum-pocket-guide' }
    const putCover = () => {
      const body = new FormData()
      body.append('alt', 'A hall')
      return send(`/project/${params.slug}/cover`, 'POST', curator, body)
    }
    await assertQuietAgain('uploadCover', putCover)
    await assertQuietAgain('updateCover', () => curator(updateCover, { params, body: { alt: 'Another hall', focalX: 0 } }))
    await assertQuietAgain('deleteCover', () => curator(deleteCover, { params }))
  },
}
forEachCase(
  Object.entries(pictures),
  ([what]) => what,
  async ([, check]) => {
    const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    await check(async (path, method, { tokens }, body) => {
      body.append('files', new Blob([new Uint8Array(picture)]), 'picture.png')
      const request = { method, headers: { authorization: `Bearer ${tokens.accessToken}` }, body }
      let response = await fetch(service.url + path, request)
      // On a busy machine the process may be too late for the call, which has changed nothing then.
      while (response.status === 503) response = await fetch(service.url + path, request)
      assert.equal(response.status, 200, await response.text())
    })
  },
)

test('roles, results and links of a team', async () => {
  const person = { id: boris.tokens.user.id, token: boris.tokens.accessToken }
  const [member] =
    await service.sql`select m.id from member m join person p on p.id = m.person_id where p.login = 'boris' and m.team_id = 2`
  await assertQuietAgain('updateMemberRole', () => boris(updateMemberRole, { params: { id: String(member!.id) }, body: { role: 'QA' } }))
  let file: File | undefined
  await assertQuietAgain('uploadResult', async () => {
    file = await fileOf(await upload(service, person, { category: 'Video', content: 'the same' }))
  })
  await assertQuietAgain('changeResult', async () => fileOf(await change(service, person, file!.id, 'the next')))
  await assertQuietAgain('deleteResult', () => remove(service, person, file!.id))
  const body = { project: 'museum-pocket-guide', link: 'https://github.com/example/unchanged' }
  let link = 0
  await assertQuietAgain('createLink', async () => {
    link = (await boris(createLink, { body })).id
  })
  await assertQuietAgain('deleteLink', () => boris(deleteLink, { params: { id: String(link) } }))
})

test('notes and messages', async () => {
  const team = await addTeam(service.sql, 'Noted', 'boris*')
  await addProject(service.sql, 'quiet-noted')
  const body = { on: 'team' as const, id: team, text: 'Quiet @admin' }
  const { id } = await admin(createNote, { body })
  const params = { id: String(id) }
  await assertQuietAgain('createNote', () => admin(createNote, { body }))
  await assertQuietAgain('updateNote', () => admin(updateNote, { params, body: { text: 'Quieter' } }))
  await assertQuietAgain('deleteNote', () => admin(deleteNote, { params }))
  const request = await boris(createRequest, { body: { project: 'quiet-noted', team } })
  const about = { params: { id: String(request.id) } }
  await assertQuietAgain('askTeam', () => admin(askTeam, { ...about, body: { text: 'Quiet?' } }))
  await assertQuietAgain('sendRequestMessage', () => boris(sendRequestMessage, { ...about, body: { text: 'Yes.' } }))
})

test('questions', async () => {
  const [gleb, curator] = [await callAs(service, 'gleb'), await callAs(service, 'curator')]
  const params = { slug: 'museum-pocket-guide' }
  let id = ''
  await assertQuietAgain('createQuestion', async () => {
    id = String((await gleb(createQuestion, { params, body: { text: 'Quiet?' } })).id)
  })
  await assertQuietAgain('hideQuestion', () => curator(hideQuestion, { params: { id }, body: { isHidden: true, reason: 'x' } }))
  await assertQuietAgain('hideQuestion', () => curator(hideQuestion, { params: { id }, body: { isHidden: false } }))
  await assertQuietAgain('deleteQuestion', () => gleb(deleteQuestion, { params: { id } }))
  const other = String((await gleb(createQuestion, { params, body: { text: 'Quiet again?' } })).id)
  await assertQuietAgain('answerQuestion', () => boris(answerQuestion, { params: { id: other }, body: { text: 'Yes.' } }))
  const [project] = await service.sql`select id from project where slug = ${params.slug}`
  await assertQuietAgain('closeQuestions', () => curator(closeQuestions, { params: { id: String(project!.id) }, body: { isClosed: true } }))
})

test('teams of members', async () => {
  const id = await addTeam(service.sql, 'Quiet own', 'boris*', 'vera')
  const [other] =
    await service.sql`select m.id from member m join person p on p.id = m.person_id where m.team_id = ${id} and p.login = 'vera'`
  const team = { params: { id: String(id) } }
  const member = { params: { id: String(id), member: String(other!.id) } }
  const text = { name: 'Quiet own', description: 'Text', isLooking: true, wantedRoles: [{ role: 'QA', count: 2 }] }
  await assertQuietAgain('updateOwnTeam', () => boris(updateOwnTeam, { ...team, body: text }))
  await assertQuietAgain('handOverTeam', () => boris(handOverTeam, { ...member, body: {} }))
  await assertQuietAgain('removeOwnMember', () => boris(removeOwnMember, member))
  await assertQuietAgain('disbandTeam', () => boris(disbandTeam, team))
})

test('applications', async () => {
  const { sql } = service
  await addProject(sql, 'quiet-project')
  const team = await addTeam(sql, 'Quiet team', 'boris*')
  let request = 0
  await assertQuietAgain('createRequest', async () => {
    request = (await boris(createRequest, { body: { project: 'quiet-project', team, message: 'Us' } as never })).id
  })
  await assertQuietAgain('withdrawRequest', () => boris(withdrawRequest, { params: { id: String(request) } }))
})

test('the console', async () => {
  const { sql } = service
  const [project] = await sql`select id from project where slug = 'museum-pocket-guide'`
  const at = { id: String(project!.id) }
  const { slug, name, description, tags, related } = await admin(getConsoleProject, { params: at })
  const draft = { slug, name, description, tags, related: related.map((one) => one.slug) }
  await assertQuietAgain('updateProject', () => admin(updateProject, { params: at, body: draft as never }))
  await assertQuietAgain('setProjectState', () => admin(setProjectState, { params: at, body: { state: 'published' } }))
  const team = await admin(getConsoleTeam, { params: { id: '2' } })
  const text = { name: team.name, description: team.description }
  await assertQuietAgain('updateTeam', () => admin(updateTeam, { params: { id: '2' }, body: text }))
  await assertQuietAgain('moveTeam', () => admin(moveTeam, { params: { id: '2' }, body: { project: slug } }))
  const member = team.members[0]!
  await assertQuietAgain('updateTeamMember', () =>
    admin(updateTeamMember, { params: { id: String(member.id) }, body: { roles: member.roles, isAdministrator: member.isAdministrator } }),
  )
  const vera = String((await sql`select id from person where login = 'vera'`)[0]!.id)
  await assertQuietAgain('setAccess', () => admin(setAccess, { params: { id: vera }, body: { access: 'member' } }))
  await assertQuietAgain('setDisabled', () => admin(setDisabled, { params: { id: vera }, body: { isDisabled: false } }))
  const [synonym] = (await admin(listSynonyms)).entries
  const { id, ...entry } = synonym!
  await assertQuietAgain('updateSynonym', () => admin(updateSynonym, { params: { id: String(id) }, body: entry }))
  const { values } = await admin(getConsoleSettings)
  await assertQuietAgain('updateSettings', () => admin(updateSettings, { body: values }))
  for (const kind of ['tag', 'role', 'platform', 'file-type', 'reason'] as const) {
    const { words } = await admin(listWords, { params: { kind } as never })
    const [word] = words
    await assertQuietAgain(`updateWord ${kind}`, () =>
      admin(updateWord, { params: { kind, id: String(word!.id) } as never, body: { name: word!.name } as never }),
    )
    if (kind !== 'tag')
      await assertQuietAgain(`orderWords ${kind}`, () =>
        admin(orderWords, { params: { kind } as never, body: { ids: words.map(({ id }) => id) } }),
      )
  }
})
