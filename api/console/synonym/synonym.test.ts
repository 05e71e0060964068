import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSynonym, deleteSynonym, listSynonyms, type SynonymDraft, updateSynonym } from '#contract/console/synonym.ts'
import { findProjects } from '#contract/project.ts'
import { listSearchSynonyms, MOST_SYNONYMS } from '#contract/vocabulary/synonym.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject, personOf } from '#tests/support/world/requests.ts'

const { service, curator } = useService({ people: ['curator'] })

const list = async () => (await curator(listSynonyms)).entries
const add = (body: SynonymDraft, headers = {}) => curator(createSynonym, { body, headers })
const put = (id: number | string, body: SynonymDraft, headers = {}) => curator(updateSynonym, { params: { id: String(id) }, body, headers })
const drop = (id: number | string, headers = {}) => curator(deleteSynonym, { params: { id: String(id) }, headers })
const twoWay = (...words: string[]): SynonymDraft => ({ kind: 'two-way', words })
const recorded = async (action: string, id: number) =>
  (await service.sql`select detail from audit_event where action = ${action} and target = ${`synonym ${id}`} order by seq`).map(
    ({ detail }) => detail,
  )

test('entries are listed by their first word', async () => {
  assert.deepEqual(
    (await list()).map(({ words }) => words[0]),
    ['Borough of Hartwell', 'freshers', 'Northgate University', 'Wexcombe County', 'Приозёрский технический университет'],
  )
})

test('an entry is added, changed and deleted; searches have it at once, and the audit log says who did it', async () => {
  const added = await add({ kind: 'one-way', words: ['  ML ', 'машинное  обучение'], expandsTo: ['нейросеть'] })
  assert.deepEqual(added, { id: added.id, kind: 'one-way', words: ['ML', 'машинное обучение'], expandsTo: ['нейросеть'] })
  const { id, ...entry } = added
  assert.deepEqual((await service.call(listSearchSynonyms)).entries.at(-1), entry)
  assert.deepEqual(await recorded('createSynonym', id), [{ name: 'ML, машинное обучение → нейросеть', kind: 'one-way' }])
  assert.deepEqual(await put(id, twoWay('ML', 'машинное обучение')), {
    id,
    kind: 'two-way',
    words: ['ML', 'машинное обучение'],
    expandsTo: [],
  })
  assert.deepEqual(await recorded('updateSynonym', id), [
    { word: 'ML, машинное обучение → нейросеть', kind: ['one-way', 'two-way'], expandsTo: ['нейросеть', ''] },
  ])
  await put(id, twoWay('ML', 'машинное обучение'))
  assert.equal((await recorded('updateSynonym', id)).length, 1, 'nothing was changed')
  assert.deepEqual(await drop(id), { id, status: 'deleted' })
  assert.ok((await service.call(listSearchSynonyms)).entries.every(({ words }) => words[0] !== 'ML'))
  assert.deepEqual(await recorded('deleteSynonym', id), [{ name: 'ML, машинное обучение', kind: 'two-way' }])
  const [row] = await service.sql`
    select count(*)::int as n, count(*) filter (where actor_id = ${await personOf(service.sql, 'curator')})::int as own
    from audit_event where action in ('createSynonym', 'updateSynonym', 'deleteSynonym')`
  assert.deepEqual({ ...row }, { n: 3, own: 3 })
})

test('a search finds projects by the words of an entry, until it is deleted', async () => {
  await addProject(service.sql, 'synonym-project', { name: 'Quokkatorium' })
  await service.app.catalog.refresh()
  const found = async (text: string) => (await service.call(findProjects, { body: { filters: { text } } })).projects.map(({ slug }) => slug)
  assert.deepEqual(await found('зверодром'), [])
  const { id } = await add(twoWay('quokkatorium', 'зверодром'))
  assert.deepEqual(await found('зверодром'), ['synonym-project'])
  await put(id, { kind: 'one-way', words: ['quokkatorium'], expandsTo: ['зверодром'] })
  assert.deepEqual(await found('зверодром'), [], 'one-way')
  await put(id, { kind: 'one-way', words: ['зверодром'], expandsTo: ['quokkatorium'] })
  assert.deepEqual(await found('зверодром'), ['synonym-project'])
  await drop(id)
  assert.deepEqual(await found('зверодром'), [])
})

test('a word of another two-way entry is refused, and the message names that entry', async () => {
  const problem = await refused('synonym_taken', add(twoWay('university of the north', 'ngu')))
  assert.match(problem.detail, /“ngu” is already in the entry “Northgate University, NGU, Нортгейтский университет”/)
  assert.deepEqual(
    problem.errors?.map(({ path, code }) => [path, code]),
    [['words', 'in_other_entry']],
  )
  const other = await add(twoWay('gym', 'спортзал'))
  await refused('synonym_taken', put(other.id, twoWay('gym', 'NGU')))
  await refused('invalid_text', put(other.id, twoWay('gym')))
  await put(other.id, twoWay('спортзал', 'Gym')) // its own words
  const oneWay = await add({ kind: 'one-way', words: ['ngu'], expandsTo: ['campus'] })
  await refused('synonym_taken', put(oneWay.id, twoWay('ngu', 'campus')))
  for (const { id } of [other, oneWay]) await drop(id)
})

test('two calls at the same time cannot put one word into two entries', async () => {
  const outcomes = await Promise.allSettled([add(twoWay('race', 'one')), add(twoWay('race', 'two'))])
  assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  const kept = (await list()).filter(({ words }) => words[0] === 'race')
  assert.equal(kept.length, 1)
  await drop(kept[0]!.id)
})

test('invalid entries are refused at the field', async () => {
  const before = await list()
  for (const [body, path, code] of [
    [twoWay('alone'), 'words', 'too_few'],
    [twoWay('a', 'A'), 'words', 'duplicate'],
    [twoWay('a', 'a b c d e'), 'words', 'not_a_phrase'],
    [{ ...twoWay('a', 'b'), expandsTo: ['c'] }, 'expandsTo', 'only_one_way'],
    [{ kind: 'one-way', words: ['a'] }, 'expandsTo', 'required'],
    [{ kind: 'one-way', words: [''], expandsTo: ['b'] }, 'words', 'required'],
  ] as [SynonymDraft, string, string][]) {
    const problem = await refused('invalid_text', add(body))
    assert.deepEqual(
      problem.errors?.map((fault) => [fault.path, fault.code]),
      [[path, code]],
      JSON.stringify(body),
    )
  }
  assert.deepEqual(await list(), before)
})

test('If-Match may name the entry or the list; a change by somebody else is refused', async () => {
  const { id } = await add(twoWay('contested', 'спорное'))
  const address = `${service.url}/console/synonym`
  const authorization = { authorization: `Bearer ${curator.tokens.accessToken}` }
  const ofList = (await fetch(address, { headers: authorization })).headers.get('etag')!
  const answer = await fetch(`${address}/${id}`, {
    method: 'PUT',
    headers: { ...authorization, 'content-type': 'application/json', 'if-match': ofList },
    body: JSON.stringify(twoWay('contested', 'спорное', 'disputed')),
  })
  assert.equal(answer.status, 200)
  await refused('precondition_failed', put(id, twoWay('contested', 'x'), { 'if-match': ofList }))
  await refused('precondition_failed', drop(id, { 'if-match': ofList }))
  await drop(id, { 'if-match': answer.headers.get('etag')! })
})

test('an Idempotency-Key executes a change once', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const send = () => add({ kind: 'one-way', words: ['sent'], expandsTo: ['twice'] }, headers)
  assert.deepEqual(await send(), await send())
  const sent = (await list()).filter(({ words }) => words[0] === 'sent')
  assert.equal(sent.length, 1)
  await drop(sent[0]!.id)
})

test('missing entries are not found', async () => {
  await refused('synonym_not_found', put(999_999, twoWay('a', 'b')))
  await refused('synonym_not_found', drop(999_999))
})

test('a directory has a limited number of entries', async () => {
  const { sql } = service
  const [{ count }] = (await sql`select count(*)::int as count from synonym`) as unknown as [{ count: number }]
  await sql`insert into synonym (kind, words) select 'two-way', array['one ' || n, 'two ' || n]
    from generate_series(1, ${MOST_SYNONYMS - count - 1}) as n`
  const last = await add(twoWay('the last', 'последнее'))
  const problem = await refused('too_many_synonyms', add(twoWay('one more', 'ещё одно')))
  assert.match(problem.detail, /up to 2000 synonym entries/)
  await put(last.id, twoWay('the very last', 'последнее'))
  await drop(last.id)
  await add(twoWay('room again', 'снова есть место'))
})
