import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProblemError } from '#contract/client.ts'
import {
  createWord,
  deleteWord,
  listWords,
  mergeWord,
  orderWords,
  type Term,
  updateWord,
  type Vocabulary,
  vocabularies,
} from '#contract/console/vocabulary.ts'
import { updateMember, updateMemberRole } from '#contract/member.ts'
import { getProfile } from '#contract/profile.ts'
import { findProjects, getProject, listFileTypes } from '#contract/project.ts'
import { findRoles, listRoles } from '#contract/user.ts'
import { listPlatforms } from '#contract/vocabulary/platform.ts'
import { builtInRoles } from '#contract/vocabulary/role.ts'
import { findTags, listTags } from '#contract/vocabulary/tag.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { sample } from '#tests/support/tier.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject, addTeam, personOf } from '#tests/support/world/requests.ts'

const { service, curator } = useService({ people: ['curator'] })

const list = async (kind: Vocabulary): Promise<Term[]> => (await curator(listWords, { params: { kind } })).words
const add = (kind: Vocabulary, name: string, more: object = {}) =>
  curator(createWord, { params: { kind }, body: { name, ...(kind === 'reason' ? { nameRu: `${name} (ру)` } : {}), ...more } })
const put = (kind: Vocabulary, id: number, body: { name: string }, headers = {}) =>
  curator(updateWord, { params: { kind, id: String(id) }, body, headers })
const drop = (kind: Vocabulary, id: number | string, headers = {}) => curator(deleteWord, { params: { kind, id: String(id) }, headers })
const merge = (kind: Vocabulary, id: number, into: number) => curator(mergeWord, { params: { kind, id: String(id) }, body: { into } })
const recorded = async (action: string, target: string) =>
  (await service.sql`select detail, actor_id from audit_event where action = ${action} and target = ${target} order by seq`).map(
    ({ detail }) => detail,
  )
const orderOf = async (kind: Vocabulary) => (await list(kind)).map(({ id }) => id)

test('every vocabulary is listed in order, with both languages and usage counts', async () => {
  const { sql } = service
  for (const kind of vocabularies) assert.ok((await list(kind)).length >= 6, kind)
  const tags = await list('tag')
  const names = (await service.call(listTags)).map(({ name }) => name)
  assert.deepEqual(
    tags.map(({ name }) => name),
    names,
  )
  const web = tags.find(({ name }) => name === 'Web')!
  const [tagged] = await sql`select count(*)::int as n from project_tag where tag_id = ${web.id}`
  assert.deepEqual(web, { ...web, nameRu: 'Веб', aliases: [], isPublic: false, uses: tagged!.n })
  assert.deepEqual(
    (await list('role')).map(({ name }) => name),
    await service.call(listRoles),
  )
  const [worn] = await sql`
    select role_id as id, count(*)::int as n from (select role_id from member_role union all select role_id from project_wanted_role
      union all select role_id from team_wanted_role union all select role_id from person_joining_role) as used
    group by 1 order by 2 desc limit 1`
  assert.equal((await list('role')).find(({ id }) => id === worn!.id)!.uses, worn!.n)
  const [linked] = await sql`select platform_id as id, count(*)::int as n from link group by 1 limit 1`
  assert.equal((await list('platform')).find(({ id }) => id === linked!.id)!.uses, linked!.n)
  const [filed] =
    await sql`select file_type_id as id, count(*)::int as n from file where kind = 'result' and deleted_at is null group by 1 limit 1`
  assert.equal((await list('file-type')).find(({ id }) => id === filed!.id)!.uses, filed!.n)
  const [declined] = await sql`select reason_id as id, count(*)::int as n from request where reason_id is not null group by 1 limit 1`
  assert.equal(
    (await list('reason')).find(({ id }) => id === declined!.id)!.uses,
    declined!.n,
    'once each, though the history names it too',
  )
  const poster = (await list('file-type')).find(({ name }) => name === 'Poster')!
  assert.deepEqual([poster.nameRu, poster.isPublic], ['Постер', true])
})

test('a term is appended, visible at once and in the audit log', async () => {
  const tag = await add('tag', '  Astronomy ', { nameRu: 'Астрономия', description: 'Stars.', aliases: ['x'], isPublic: true })
  assert.deepEqual(tag, {
    id: tag.id,
    name: 'Astronomy',
    nameRu: 'Астрономия',
    description: 'Stars.',
    aliases: [],
    isPublic: false,
    isHidden: false,
    isBuiltIn: false,
    uses: 0,
  })
  const listed = (await service.call(listTags)).find(({ id }) => id === tag.id)
  assert.deepEqual(listed, { id: tag.id, name: 'Astronomy', nameRu: 'Астрономия', description: 'Stars.', projectCount: 0 })
  assert.deepEqual(await recorded('createWord', `tag ${tag.id}`), [{ name: 'Astronomy', nameRu: 'Астрономия', description: 'Stars.' }])
  const role = await add('role', 'Astronomer', { nameRu: 'Астроном', aliases: ['Stargazer', ' stargazer', 'звездочёт', 'астроном'] })
  assert.deepEqual(role.aliases, ['Stargazer', 'звездочёт'])
  assert.equal((await service.call(listRoles)).at(-1), 'Astronomer')
  for (const query of ['stargaz', 'звездочет', 'астрон', 'Astr'])
    assert.equal((await service.call(listRoles, { query: { query } }))[0], 'Astronomer', query)
  const platform = await add('platform', 'Codeberg', { aliases: ['CODEBERG.org', 'codeberg.page'] })
  assert.deepEqual((await service.call(listPlatforms)).at(-1), {
    id: platform.id,
    name: 'Codeberg',
    hosts: ['codeberg.org', 'codeberg.page'],
  })
  const type = await add('file-type', 'Podcast', { nameRu: 'Подкаст', isPublic: true })
  assert.deepEqual((await service.call(listFileTypes)).at(-1), { id: type.id, name: 'Podcast', nameRu: 'Подкаст', isPublic: true })
  const reason = await add('reason', 'The stars do not fit.', { nameRu: 'Звёзды не сошлись.' })
  assert.deepEqual((await list('reason')).at(-1), reason)
})

test('a changed term is visible wherever it is used: lists, pages, search, filters, members', async () => {
  const { sql } = service
  const project = await addProject(sql, 'with-words', { name: 'Wordless' })
  const tag = await add('tag', 'Geology', { nameRu: 'Геология' })
  await sql`insert into project_tag values (${project}, ${tag.id})`
  await service.app.catalog.refresh()
  const found = async (filters: object) => (await service.call(findProjects, { body: { filters } })).projects.map(({ slug }) => slug)
  for (const filters of [{ tags: 'геология' }, { tags: 'Geology' }, { text: 'геологии' }, { text: 'geology' }])
    assert.deepEqual(await found(filters), ['with-words'], JSON.stringify(filters))
  const changed = await put('tag', tag.id, { name: 'Volcanology', nameRu: 'Вулканология' } as never)
  assert.deepEqual(changed, { ...tag, name: 'Volcanology', nameRu: 'Вулканология', uses: 1 })
  for (const filters of [{ tags: 'вулканология' }, { tags: 'VOLCANOLOGY' }, { text: 'вулканологии' }, { text: 'volcanology' }])
    assert.deepEqual(await found(filters), ['with-words'], JSON.stringify(filters))
  for (const filters of [{ tags: 'геология' }, { text: 'geology', mode: 'all' }])
    assert.deepEqual(await found(filters), [], JSON.stringify(filters))
  const page = await service.call(getProject, { params: { slug: 'with-words' } })
  assert.deepEqual(
    page.tags.map(({ name, nameRu }) => [name, nameRu]),
    [['Volcanology', 'Вулканология']],
  )
  assert.equal((await service.call(findTags, { params: { query: 'вулк' } }))[0]!.id, tag.id)
  assert.deepEqual(await recorded('updateWord', `tag ${tag.id}`), [
    { word: 'Geology', name: ['Geology', 'Volcanology'], nameRu: ['Геология', 'Вулканология'] },
  ])

  const role = (await list('role')).find(({ name }) => name === 'Researcher')!
  await put('role', role.id, {
    name: 'Quality engineer',
    nameRu: 'Инженер качества',
    aliases: [...role.aliases, 'Researcher', 'Исследователь'],
  } as never)
  const vera = await callAs(service, 'vera')
  const [member] = await sql`select m.id, m.team_id, a.project_id from member m join person p on p.id = m.person_id
    join assignment a on a.team_id = m.team_id and a.ended_at is null where p.login = 'vera'`
  for (const given of ['исследователь', 'инженер качества']) {
    const answer = await vera(updateMemberRole, { params: { id: String(member!.id) }, body: { role: given } })
    assert.deepEqual(answer.roles, ['Quality engineer'])
  }
  const [slug] = await sql`select slug from project where id = ${member!.project_id}`
  const seen = await vera(getProject, { params: { slug: slug!.slug } })
  assert.deepEqual(seen.members.find(({ id }) => id === member!.id)!.roles, ['Quality engineer'])
  await put('role', role.id, { name: 'Researcher', nameRu: 'Исследователь', aliases: role.aliases } as never)
  const again = await vera(getProject, { params: { slug: slug!.slug } })
  assert.deepEqual(again.members.find(({ id }) => id === member!.id)!.roles, ['Researcher'])
})

test('a changed reason is visible at once in declined applications', async () => {
  const { sql } = service
  const anna = await callAs(service, 'anna')
  const reason = await add('reason', 'Too early.', { nameRu: 'Рано.' })
  const project = await addProject(sql, 'declined-once')
  const team = await addTeam(sql, 'Declined', 'anna*')
  const [request] =
    await sql`insert into request (team_id, project_id, status, reason_id, decided_at) values (${team}, ${project}, 'declined', ${reason.id}, now()) returning id`
  const reasonNow = async () => (await anna(getProfile)).requests.find(({ id }) => id === request!.id)!.reason
  assert.equal(await reasonNow(), 'Too early.')
  await sql`update refusal_reason set text_en = 'By somebody else.' where id = ${reason.id}`
  while ((await reasonNow()) !== 'By somebody else.') await new Promise((resolve) => setTimeout(resolve, 20))
  await put('reason', reason.id, { name: 'Much too early.', nameRu: 'Слишком рано.' } as never)
  assert.equal(await reasonNow(), 'Much too early.')
  await refused('word_in_use', drop('reason', reason.id))
})

test('omitted keys are not changed, and a call without changes is not recorded', async () => {
  const role = await add('role', 'Diver', { nameRu: 'Водолаз', aliases: ['frogman'] })
  assert.deepEqual(await put('role', role.id, { name: ' Diver' }), role)
  assert.deepEqual(await recorded('updateWord', `role ${role.id}`), [])
  const without = await put('role', role.id, { name: 'Diver', nameRu: null } as never)
  assert.deepEqual(without, { ...role, nameRu: null })
  const type = await add('file-type', 'Log', { isPublic: true })
  assert.equal((await put('file-type', type.id, { name: 'Log', isPublic: false } as never)).isPublic, false)
  assert.deepEqual(await recorded('updateWord', `file-type ${type.id}`), [{ word: 'Log', isPublic: [true, false] }])
})

test('names are unique ignoring case, roles also against aliases, hosts among platforms', async () => {
  await add('role', 'Welder', { aliases: ['Joiner of metal'] })
  for (const [kind, name, more] of [
    ['tag', 'wEB', {}],
    ['tag', 'веб', {}],
    ['tag', 'Something', { nameRu: 'ЭКОЛОГИЯ' }],
    ['role', 'WELDER', {}],
    ['role', 'joiner of metal', {}],
    ['role', 'Smith', { aliases: ['welder'] }],
    ['platform', 'github', {}],
    ['platform', 'Other hub', { aliases: ['GitHub.com'] }],
    ['file-type', 'POSTER', {}],
    ['file-type', 'Placard', { nameRu: 'постер' }],
    ['reason', 'all places have been given to other teams.', {}],
  ] as const) {
    const { detail, errors } = await refused('word_taken', add(kind, name, more))
    assert.match(detail, /already exists/)
    const path = 'nameRu' in more ? 'nameRu' : 'aliases' in more ? 'aliases' : 'name'
    assert.deepEqual(
      errors!.map((one) => one.path),
      [path],
    )
  }
  const diver = await add('role', 'Deep diver')
  await refused('word_taken', put('role', diver.id, { name: 'Welder' }))
  assert.equal((await put('role', diver.id, { name: 'DEEP DIVER' })).name, 'DEEP DIVER', 'its own name it may have')
})

test('invalid texts are refused with the field', async () => {
  for (const [kind, body, path] of [
    ['tag', { name: ' ' }, 'name'],
    ['tag', { name: 'a\u202eb' }, 'name'],
    ['role', { name: 'x', aliases: ['a\nb'] }, 'aliases'],
    ['platform', { name: 'x', aliases: ['https://x.org/'] }, 'aliases'],
    ['reason', { name: 'x', nameRu: '' }, 'nameRu'],
    ['reason', { name: 'x', nameRu: null }, 'nameRu'],
  ] as const) {
    const problem = await refused('invalid_text', curator(createWord, { params: { kind }, body: body as never }))
    assert.deepEqual(
      problem.errors!.map((one) => one.path),
      [path],
    )
  }
  const [reason] = await list('reason')
  await refused('invalid_text', put('reason', reason!.id, { name: 'x', nameRu: '' } as never))
})

test('of concurrent calls that add the same term, or one name in two spellings, one succeeds', async () => {
  const names = ['Сёрфинг', 'серфинг', 'СЁРФИНГ', 'Серфинг', 'сЁрфинг']
  const outcomes = await Promise.allSettled(names.map((name) => add('file-type', name)))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') assert.equal((outcome.reason as ProblemError).problem.code, 'word_taken')
})

test('an unused term is deleted; one in use is refused with the usage count', async () => {
  const tag = await add('tag', 'Short-lived')
  assert.deepEqual(await drop('tag', tag.id), { id: tag.id, status: 'deleted' })
  assert.equal(
    (await service.call(listTags)).some(({ id }) => id === tag.id),
    false,
  )
  assert.deepEqual(await recorded('deleteWord', `tag ${tag.id}`), [{ name: 'Short-lived' }])
  await refused('word_not_found', drop('tag', tag.id))
  await refused('word_not_found', put('tag', tag.id, { name: 'Back again' }))
  for (const id of ['0', '2147483648', '9999999999']) await refused('word_not_found', drop('tag', id))
  for (const kind of vocabularies) {
    const used = (await list(kind)).find(({ uses, isBuiltIn }) => uses > 0 && !isBuiltIn)!
    const { detail } = await refused('word_in_use', drop(kind, used.id))
    assert.ok(detail.includes(String(used.uses)), detail)
    assert.ok((await orderOf(kind)).includes(used.id), kind)
    const unused = await add(kind, `Unused ${kind}`)
    assert.equal((await drop(kind, unused.id)).status, 'deleted')
  }
})

test('a category with deleted files cannot be deleted', async () => {
  const { sql } = service
  const type = await add('file-type', 'Once used')
  await sql`insert into file (kind, project_id, team_id, file_type_id, deleted_at)
    select 'result', a.project_id, a.team_id, ${type.id}, now() from assignment a limit 1`
  assert.equal((await list('file-type')).find(({ id }) => id === type.id)!.uses, 0)
  assert.match((await refused('word_in_use', drop('file-type', type.id))).detail, /1/)
})

test('[field] a built-in role cannot be deleted, renamed or merged, used or not', async () => {
  const roles = await list('role')
  assert.deepEqual(
    roles
      .filter(({ isBuiltIn }) => isBuiltIn)
      .map(({ name }) => name)
      .toSorted(),
    builtInRoles.toSorted(),
  )
  const own = await add('role', 'Own role')
  assert.deepEqual([own.isBuiltIn, own.isHidden], [false, false])
  const builtIn = roles.filter(({ isBuiltIn }) => isBuiltIn)
  for (const { id, name, nameRu, aliases } of sample(builtIn, ({ name }) => name)) {
    const { detail } = await refused('built_in_role', drop('role', id))
    assert.ok(detail.includes(`“${name}”`) && /Hide it/.test(detail), detail)
    await refused('built_in_role', merge('role', id, own.id))
    for (const other of [`${name}s`, name.toLowerCase() === name ? name.toUpperCase() : name.toLowerCase()])
      await refused('built_in_role', put('role', id, { name: other }))
    assert.equal((await put('role', id, { name })).name, name)
    const hidden = await put('role', id, { name, nameRu: 'Другое имя', aliases: [], isHidden: true } as never)
    assert.deepEqual([hidden.name, hidden.nameRu, hidden.isHidden, hidden.isBuiltIn], [name, 'Другое имя', true, true])
    await put('role', id, { name, nameRu, aliases, isHidden: false } as never)
  }
  assert.deepEqual(await list('role'), [...roles, own])
  const into = roles.find(({ name }) => name === 'QA')!
  assert.equal((await merge('role', own.id, into.id)).id, into.id, 'another role can be merged into it')
})

test('a hidden role is not listed but still accepted', async () => {
  const { sql } = service
  const boris = await callAs(service, 'boris')
  const [member] = await sql`select m.id from member m join person p on p.id = m.person_id where p.login = 'boris'`
  const own = await add('role', 'Beekeeper', { aliases: ['apiarist'], isHidden: true })
  const designer = (await list('role')).find(({ name }) => name === 'Designer')!
  await put('role', designer.id, { name: 'Designer', isHidden: true } as never)
  assert.deepEqual(await recorded('updateWord', `role ${designer.id}`).then((all) => all.at(-1)), {
    word: 'Designer',
    isHidden: [false, true],
  })
  for (const query of [undefined, { query: 'designer' }, { query: 'apiarist' }, { query: 'bee' }]) {
    const offered = await service.call(listRoles, { query })
    assert.ok(!offered.includes('Designer') && !offered.includes('Beekeeper'), JSON.stringify(query))
  }
  assert.ok(!(await service.call(findRoles, { params: { query: 'Designer' } })).includes('Designer'))
  const answer = await boris(updateMember, { body: { member: { id: member!.id, roles: ['Designer', 'apiarist'] } } })
  assert.deepEqual(answer.roles, ['Designer', 'Beekeeper'])
  assert.deepEqual(
    (await list('role'))
      .filter(({ isHidden }) => isHidden)
      .map(({ name }) => name)
      .toSorted(),
    ['Beekeeper', 'Designer'],
  )
  await put('role', designer.id, { name: 'Designer', isHidden: false } as never)
  await put('role', own.id, { name: 'Beekeeper', isHidden: false } as never)
  assert.equal((await service.call(listRoles, { query: { query: 'designer' } }))[0], 'Designer')
})

test('a term with a duplicate name can be edited while it keeps that name', async () => {
  const role = await add('role', 'Lookalike', { aliases: ['double'] })
  await service.sql`insert into role (name, name_ru, aliases, position) values ('Another', 'Lookalike', '{Lookalike}', 99)`
  assert.deepEqual((await put('role', role.id, { name: 'Lookalike', aliases: ['double', 'more'] } as never)).aliases, ['double', 'more'])
  await refused('word_taken', put('role', role.id, { name: 'ANOTHER' }))
  await service.sql`delete from role where name = 'Another'`
})

test('a tag that is put into use concurrently is not deleted', async () => {
  const { sql } = service
  const project = await addProject(sql, 'just-tagged')
  for (let round = 0; round < 5; round++) {
    const tag = await add('tag', `Contested ${round}`)
    const tagging = sql.begin(async (tx) => {
      await tx`select id from project where id = ${project} for no key update`
      await tx`insert into project_tag values (${project}, ${tag.id})`
    })
    const [used, dropped] = await Promise.allSettled([tagging, drop('tag', tag.id)])
    const [row] = await sql`select count(*)::int as n from project_tag where tag_id = ${tag.id}`
    assert.equal(row!.n, used.status === 'fulfilled' ? 1 : 0)
    assert.notEqual(used.status, dropped.status, 'one of the two is told no')
  }
})

test('merging tags: projects have the target tag once', async () => {
  const { sql } = service
  const [old, target] = [await add('tag', 'Old tag'), await add('tag', 'Kept tag')]
  const [both, one] = [await addProject(sql, 'has-both'), await addProject(sql, 'has-old')]
  await sql`insert into project_tag values (${both}, ${old.id}), (${both}, ${target.id}), (${one}, ${old.id})`
  const answer = await merge('tag', old.id, target.id)
  assert.deepEqual(answer, { ...target, uses: 2 })
  for (const slug of ['has-both', 'has-old'])
    assert.deepEqual((await service.call(getProject, { params: { slug } })).project.tags, [target.id])
  assert.equal(
    (await service.call(listTags)).some(({ id }) => id === old.id),
    false,
  )
  assert.deepEqual(await recorded('mergeWord', `tag ${old.id}`), [{ word: 'Old tag', into: `Kept tag (tag ${target.id})`, uses: 2 }])
})

test('merging roles: members have the target role once, and the old name becomes an alias', async () => {
  const { sql } = service
  const old = await add('role', 'Code monkey', { nameRu: 'Кодер', aliases: ['hacker'] })
  const target = await add('role', 'Programmer', { aliases: ['coder'] })
  const team = await addTeam(sql, 'Roles', 'boris*', 'vera')
  const members = await sql<{ id: number }[]>`select id from member where team_id = ${team} order by id`
  await sql`insert into member_role values (${members[0]!.id}, ${target.id}, 1), (${members[0]!.id}, ${old.id}, 0), (${members[1]!.id}, ${old.id}, 2)`
  const answer = await merge('role', old.id, target.id)
  assert.deepEqual(answer, { ...target, aliases: ['coder', 'Code monkey', 'Кодер', 'hacker'], uses: 2 })
  assert.deepEqual(
    (await sql`select member_id, role_id, position from member_role where member_id in ${sql(members.map(({ id }) => id))} order by 1`).map(
      Object.values,
    ),
    [
      [members[0]!.id, target.id, 0],
      [members[1]!.id, target.id, 2],
    ],
  )
  for (const query of ['code monkey', 'кодер']) assert.deepEqual(await service.call(listRoles, { query: { query } }), ['Programmer'], query)
})

test('merging platforms, categories and reasons: references point to the target', async () => {
  const { sql } = service
  const [hub, lab] = [
    await add('platform', 'Old forge', { aliases: ['forge.example'] }),
    await add('platform', 'New forge', { aliases: ['forge.example.org'] }),
  ]
  const project = await addProject(sql, 'linked')
  await sql`insert into link (project_id, platform_id, url) values (${project}, ${hub.id}, 'https://forge.example/x')`
  assert.deepEqual(await merge('platform', hub.id, lab.id), { ...lab, aliases: ['forge.example.org', 'forge.example'], uses: 1 })
  assert.deepEqual(
    (await service.call(getProject, { params: { slug: 'linked' } })).project.links.map(({ platform }) => platform),
    ['New forge'],
  )

  const [draft, final] = [await add('file-type', 'Draft report'), await add('file-type', 'Final report')]
  const [team, other] = [await addTeam(sql, 'Filing'), await addTeam(sql, 'Filing too')]
  const file = (teamId: number, type: number) =>
    sql`insert into file (kind, project_id, team_id, file_type_id) values ('result', ${project}, ${teamId}, ${type}) returning id`
  await file(team, draft.id)
  const [second] = await file(other, final.id)
  await sql`insert into file (kind, project_id, team_id, file_type_id, deleted_at) values ('result', ${project}, ${team}, ${final.id}, now())`
  assert.deepEqual(await merge('file-type', draft.id, final.id), { ...final, uses: 2 })
  const third = await add('file-type', 'Third report')
  await file(other, third.id)
  await refused('merge_impossible', merge('file-type', third.id, final.id))
  await sql`update file set deleted_at = now() where id = ${second!.id}`
  await merge('file-type', third.id, final.id)

  const [no, never] = [await add('reason', 'No.'), await add('reason', 'Never.')]
  const [request] =
    await sql`insert into request (team_id, project_id, status, reason_id) values (${team}, ${project}, 'declined', ${no.id}) returning id`
  await sql`insert into request_transition (request_id, to_status, reason_id) values (${request!.id}, 'declined', ${no.id})`
  assert.deepEqual(await merge('reason', no.id, never.id), { ...never, uses: 1 })
  assert.deepEqual(
    (
      await sql`select r.reason_id as a, t.reason_id as b from request r join request_transition t on t.request_id = r.id where r.id = ${request!.id}`
    ).map(Object.values),
    [[never.id, never.id]],
  )
})

test('a term can only be merged with another term of the same vocabulary', async () => {
  for (const kind of vocabularies) {
    const word = await add(kind, `Lonely ${kind}`)
    await refused('merge_impossible', merge(kind, word.id, word.id))
    await refused('word_not_found', merge(kind, word.id, 2147483647))
    await refused('word_not_found', merge(kind, 2147483647, word.id))
  }
})

test('two terms merged into each other concurrently: one is left', async () => {
  const [a, b] = [await add('tag', 'Chicken'), await add('tag', 'Egg')]
  const outcomes = await Promise.allSettled([merge('tag', a.id, b.id), merge('tag', b.id, a.id)])
  assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  assert.equal((await list('tag')).filter(({ id }) => id === a.id || id === b.id).length, 1)
})

test('terms can be reordered, visible everywhere at once; tags cannot', async () => {
  const order = (kind: Vocabulary, ids: number[], headers = {}) => curator(orderWords, { params: { kind }, body: { ids }, headers })
  for (const kind of ['role', 'platform', 'file-type', 'reason'] as const) {
    const before = await orderOf(kind)
    const reversed = before.toReversed()
    assert.deepEqual(
      (await order(kind, reversed)).words.map(({ id }) => id),
      reversed,
    )
    assert.deepEqual(await orderOf(kind), reversed)
    assert.equal((await recorded('orderWords', kind)).length, 1)
    await order(kind, reversed)
    assert.equal((await recorded('orderWords', kind)).length, 1, 'the same again is no change')
    for (const ids of [[], reversed.slice(1), [...reversed, reversed[0]!], [...reversed.slice(1), 2147483647]])
      await refused('invalid_order', order(kind, ids))
  }
  assert.deepEqual(
    (await service.call(listPlatforms)).map(({ id }) => id),
    await orderOf('platform'),
  )
  assert.deepEqual(
    (await service.call(listFileTypes)).map(({ id }) => id),
    await orderOf('file-type'),
  )
  assert.deepEqual(await service.call(listRoles), (await list('role')).map(({ name }) => name).slice(0, 50))
  await refused('invalid_order', order('tag', await orderOf('tag')))
})

test('an outdated If-Match is refused', async () => {
  const headers = { authorization: `Bearer ${curator.tokens.accessToken}` }
  const seen = async (kind: string) => (await fetch(`${service.url}/console/vocabulary/${kind}`, { headers })).headers.get('etag')!
  const role = await add('role', 'Contested role')
  const stale = { 'if-match': await seen('role') }
  await put('role', role.id, { name: 'Contested role 2' }, { 'if-match': await seen('role') })
  await refused('precondition_failed', put('role', role.id, { name: 'Contested role 3' }, stale))
  await refused('precondition_failed', drop('role', role.id, stale))
  const before = await list('role')
  const ids = before.map(({ id }) => id).toReversed()
  await refused('precondition_failed', curator(orderWords, { params: { kind: 'role' }, body: { ids }, headers: stale }))
  assert.deepEqual(await list('role'), before, 'nothing has changed')
  assert.equal(before.find(({ id }) => id === role.id)!.name, 'Contested role 2')
  await curator(orderWords, { params: { kind: 'role' }, body: { ids }, headers: { 'if-match': await seen('role') } })
  assert.deepEqual(await orderOf('role'), ids)
  const answer = await fetch(`${service.url}/console/vocabulary/role/${role.id}`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Contested role 4' }),
  })
  await drop('role', role.id, { 'if-match': answer.headers.get('etag')! })
})

test('an Idempotency-Key executes a change once', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const send = () => curator(createWord, { params: { kind: 'tag' }, body: { name: 'Sent twice' }, headers })
  assert.deepEqual(await send(), await send())
  assert.equal((await list('tag')).filter(({ name }) => name === 'Sent twice').length, 1)
})

test('the audit log has the actor', async () => {
  const [row] =
    await service.sql`select count(*)::int as n, count(*) filter (where actor_id = ${await personOf(service.sql, 'curator')})::int as own
    from audit_event where action in ('createWord', 'updateWord', 'deleteWord', 'mergeWord', 'orderWords')`
  assert.ok(row!.n > 20 && row!.n === row!.own)
})
