import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { inflateRawSync, inflateSync } from 'node:zlib'
import { connect } from '#database/sql.ts'
import { testDatabase } from '#tests/support/database.ts'
import { isEmpty, type Seeded, type StoreFile, seedDemo, seedVocabulary } from './seed.ts'

type Database = Awaited<ReturnType<typeof testDatabase>>
const today = '2026-03-15'

function memoryStore() {
  const stored = new Map<string, Uint8Array>()
  const storeFile: StoreFile = async (bytes) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    stored.set(sha256, bytes)
    return { sha256, size: bytes.length }
  }
  return { stored, storeFile }
}

const tables =
  `person tag role platform file_type refusal_reason synonym project project_tag project_wanted_role project_related team member member_role
  assignment request request_transition link file file_version cover cover_image question note note_mention request_message
  team_wanted_role team_invitation person_invitation join_request leave_request person_joining`.split(/\s+/)

async function countRows({ sql }: Database): Promise<Record<string, number>> {
  const rows = await Promise.all(tables.map((table) => sql`select count(*)::int as n from ${sql(table)}`))
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]![0]!.n]))
}

let world: Database
let counts: Seeded
const files = memoryStore()

before(async () => {
  world = await testDatabase()
  assert.equal(await isEmpty(world.sql), true)
  counts = await seedDemo(world.sql, { today, storeFile: files.storeFile })
})
after(() => world?.close())

test('the demo data has the documented size', async () => {
  const rows = await countRows(world)
  const { invitation, ...inserted } = counts
  assert.match(invitation!, /^pj_in_[\w-]{32}$/)
  assert.deepEqual(inserted, { projects: rows.project, people: rows.person, teams: rows.team, requests: rows.request, files: rows.file })
  assert.ok(rows.project! >= 44 && rows.person === 41 && rows.team === 11 && rows.tag === 12 && rows.role === 33, JSON.stringify(rows))
  assert.ok(rows.file_type! >= 5 && rows.platform! >= 9 && rows.refusal_reason === 6 && rows.synonym === 5)
  assert.equal(await isEmpty(world.sql), false)
})

test('half of the published projects are in Russian', async () => {
  const [row] = await world.sql`
    select count(*)::int as published, (count(*) filter (where name ~ '[а-яё]' and description ~ '[а-яё]'))::int as russian
    from project where state = 'published'`
  assert.ok(row!.published >= 44, `${row!.published}`)
  assert.ok(Math.abs(row!.russian * 2 - row!.published) <= 2, `${row!.russian} of ${row!.published}`)
})

test('questions are answered by curators and teams, some are open, and one is hidden', async () => {
  const rows = await world.sql`
    select q.*, p.state, p.name ~ '[а-яё]' as "isRussian", q.text ~ '[а-яё]' as "isAskedInRussian",
      q.answer_team_id is null or exists (
        select 1 from assignment a join member m on m.team_id = a.team_id
        where a.project_id = p.id and a.team_id = q.answer_team_id and a.ended_at is null and m.person_id = q.answer_by) as "mayAnswer"
    from question q join project p on p.id = q.project_id order by q.id`
  assert.equal(rows.length, 11)
  for (const row of rows) {
    assert.equal(row.isAskedInRussian, row.isRussian, row.text)
    assert.deepEqual([row.state, row.mayAnswer], ['published', true], row.text)
    assert.ok(row.answered_at === null || row.answered_at > row.created_at, row.text)
  }
  assert.deepEqual([...new Set(rows.map((row) => row.answer_role))].toSorted(), ['curator', null, 'team'])
  assert.equal(rows.filter((row) => row.hidden_at !== null).length, 1)
  assert.equal(rows.filter((row) => row.answer === null && row.hidden_at === null).length, 3)
})

test('two teams look for people, four people are open to joining, and invitations and requests wait', async () => {
  const { sql } = world
  const now = new Date(`${today}T12:00:00Z`)
  const [count] = await sql`
    select (select count(*)::int from team where is_looking) as looking, (select count(*)::int from team where formed_by = 'members') as formed,
      (select count(*)::int from person_joining where is_open) as open, (select count(*)::int from join_request where status = 'open') as asked,
      (select count(*)::int from leave_request where status = 'open') as leaving,
      (select count(*)::int from person_invitation where status = 'open' and expires_at > ${now}) as invited`
  assert.deepEqual({ ...count }, { looking: 2, formed: 1, open: 4, asked: 2, leaving: 1, invited: 1 })
  const hash = createHash('sha256').update(counts.invitation!).digest()
  const [link] = await sql`select t.name from team_invitation i join team t on t.id = i.team_id
    where token_hash = ${hash} and ended_at is null and i.created_at < ${now} and expires_at > ${now}`
  assert.equal(link?.name, 'Late Train')
  const blocked = await sql`
    select p.login from person_joining j join person p on p.id = j.person_id join member m on m.person_id = p.id join team t on t.id = m.team_id
    where not exists (select 1 from assignment a join project o on o.id = a.project_id
      where a.team_id = t.id and a.ended_at is null and coalesce(o.date_end >= ${today}::date, true))`
  assert.deepEqual([...blocked], [], 'they could not join')
  const leaver =
    await sql`select 1 from leave_request l join member m using (team_id, person_id) join assignment a using (team_id) where a.ended_at is null`
  assert.equal(leaver.length, 1)
})

test('every state of a project occurs', async () => {
  const rows = await world.sql`select distinct state from project order by state`
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['archived', 'draft', 'published', 'withdrawn'],
  )
})

type Dated = {
  slug: string
  start: string | null
  end: string | null
  from: string | null
  until: string | null
  limit: number | null
  teams: number
}

const dated = () => world.sql<Dated[]>`
  select slug, date_start::text as start, date_end::text as end, enrollment_start::text as from, enrollment_end::text as until,
    team_limit as limit, (select count(*)::int from assignment a where a.project_id = p.id and ended_at is null) as teams
  from project p where state = 'published'`

// A second implementation, independent of the rules: the first match wins.
function enrolls({ start, from, until }: Dated): boolean {
  if (from !== null && from > today) return false
  if (until !== null) return today <= until
  return start === null || today < start
}
function statusOf(project: Dated): string {
  if (project.end !== null && project.end < today) return 'completed'
  if (enrolls(project) && (project.limit === null || project.teams < project.limit)) return 'open'
  return project.start !== null && project.start <= today ? 'active' : 'pending'
}

test('every status occurs at least five times', async () => {
  const projects = await dated()
  for (const status of ['completed', 'open', 'active', 'pending']) {
    const those = projects.filter((project) => statusOf(project) === status)
    assert.ok(those.length >= 5, `${status}: ${those.length}`)
  }
})

test('the edge cases of the status rules occur', async () => {
  const projects = await dated()
  const edges: Record<string, (project: Dated) => boolean> = {
    'running, yet still open': (p) => p.start !== null && p.start <= today && statusOf(p) === 'open',
    'enrolling, but full': (p) => enrolls(p) && p.limit !== null && p.teams >= p.limit,
    'without any date': (p) => [p.start, p.end, p.from, p.until].every((day) => day === null),
    'without a limit': (p) => p.limit === null && statusOf(p) === 'open',
    'starting today': (p) => p.start === today,
    'ending today': (p) => p.end === today && statusOf(p) === 'active',
    'enrolling for the last day': (p) => p.until === today && statusOf(p) === 'open',
    'enrolling since publication': (p) => p.from === null && p.until !== null && statusOf(p) === 'open',
    'enrolling until it starts': (p) => p.until === null && p.start !== null && statusOf(p) === 'open',
    'running without an end': (p) => p.end === null && p.start !== null && p.start <= today,
  }
  for (const [edge, holds] of Object.entries(edges)) assert.ok(projects.some(holds), edge)
  assert.deepEqual(
    projects.filter((p) => p.limit !== null && p.teams > p.limit),
    [],
  )
})

test('slugs are valid, unique and not reserved', async () => {
  const slugs = (await world.sql`select slug from project`).map((row) => row.slug as string)
  assert.equal(new Set(slugs).size, slugs.length)
  for (const slug of slugs) assert.match(slug, /^(?!(active|new|findmany|results|links|file-type)$)[a-z0-9]+(-[a-z0-9]+)*$/)
})

test('every project has a long enough description, one to four tags and its own publication day', async () => {
  const rows = await world.sql`
    select slug, state, description, published_at, (select count(*)::int from project_tag where project_id = p.id) as tags from project p`
  for (const { slug, description, tags } of rows) {
    const words = description.match(/[\p{L}\p{N}]+/gu).length
    assert.ok(words >= 80 && words <= 180, `${slug}: ${words} words`)
    assert.ok(tags >= 1 && tags <= 4, slug)
  }
  const published = rows.filter(({ state }) => state === 'published').map((row) => row.published_at.getTime() as number)
  assert.equal(new Set(published).size, published.length)
  assert.ok(Math.max(...published) < Date.parse(today))
})

test('four out of five published projects look for one to four roles', async () => {
  const rows = await world.sql`
    select slug, state, (select count(*)::int from project_wanted_role where project_id = p.id) as roles from project p`
  const wanting = rows.filter(({ roles }) => roles > 0)
  assert.deepEqual([wanting.length, rows.filter(({ state }) => state === 'published').length], [36, 45])
  for (const { slug, state, roles } of wanting) assert.ok(roles <= 4 && state === 'published', slug)
})

test('the people on the sign-in page have the described access and teams', async () => {
  const rows = await world.sql`
    select login, access, (
      select json_agg(json_build_object('team', m.team_id, 'administrator', m.is_administrator, 'project', p.slug))
      from member m left join assignment a on a.team_id = m.team_id and a.ended_at is null left join project p on p.id = a.project_id
      where m.person_id = person.id) as teams
    from person where login in ('anna', 'boris', 'vera', 'gleb', 'curator', 'admin', 'outsider')`
  const who = Object.fromEntries(rows.map(({ login, ...row }) => [login, row]))
  const running = (await dated()).filter((p) => p.start !== null && p.start < today && p.end !== null && p.end > today)
  const [anna, boris, vera] = [who.anna!.teams[0], who.boris!.teams[0], who.vera!.teams[0]]
  assert.deepEqual([anna.administrator, anna.project, who.anna!.teams.length], [true, null, 1])
  assert.equal(boris.administrator, true)
  assert.ok(running.some(({ slug }) => slug === boris.project))
  assert.deepEqual(vera, { ...boris, administrator: false })
  assert.equal(who.gleb!.teams, null)
  assert.deepEqual(
    ['anna', 'boris', 'vera', 'gleb', 'curator', 'admin'].map((login) => who[login]!.access),
    ['member', 'member', 'member', 'member', 'curator', 'administrator'],
  )
  assert.equal(who.outsider, undefined)
})

test("anna's team may still apply to an open project", async () => {
  const applied = await world.sql`
    select p.slug from request r join project p on p.id = r.project_id join member m on m.team_id = r.team_id
    join person on person.id = m.person_id where person.login = 'anna' and r.status = 'submitted'`
  const open = (await dated()).filter((project) => statusOf(project) === 'open').map(({ slug }) => slug)
  assert.ok(applied.length > 0)
  assert.ok(open.filter((slug) => !applied.some((row) => row.slug === slug)).length > 0)
})

test('every team has one to six members and an administrator who can sign in', async () => {
  const rows = await world.sql`
    select t.name, count(*)::int as members, count(*) filter (where is_administrator and person_id is not null)::int as administrators,
      bool_and(exists (select 1 from member_role where member_id = m.id)) as roles
    from team t join member m on m.team_id = t.id group by t.id`
  assert.equal(rows.length, 11)
  for (const { name, members, administrators, roles } of rows) assert.ok(members <= 6 && administrators >= 1 && roles, name)
  const alone = await world.sql`
    select login from person where access = 'member' and not exists (select 1 from member where person_id = person.id) order by id`
  assert.deepEqual([...alone], [{ login: 'gleb' }, { login: 'former' }])
})

test('requests occur in every state, each with its history', async () => {
  const rows = await world.sql`
    select r.status, r.created_at, r.decided_at, r.reason_id, json_agg(t.from_status order by t.id) as "from",
      json_agg(t.to_status order by t.id) as "to", bool_and(t.actor_id is not null) as signed
    from request r join request_transition t on t.request_id = r.id group by r.id`
  assert.equal(rows.length, counts.requests)
  assert.deepEqual([...new Set(rows.map(({ status }) => status))].sort(), ['approved', 'declined', 'submitted', 'superseded', 'withdrawn'])
  for (const row of rows) {
    const live = row.status === 'submitted'
    assert.deepEqual(
      [row.from, row.to],
      live
        ? [[null], ['submitted']]
        : [
            [null, 'submitted'],
            ['submitted', row.status],
          ],
    )
    assert.equal(row.decided_at === null, live)
    assert.ok(row.signed && (live || row.decided_at > row.created_at))
  }
})

test('no team applied outside an enrollment window or while it had a project', async () => {
  const outside = await world.sql`
    select t.name, p.slug from request r join team t on t.id = r.team_id join project p on p.id = r.project_id
    where r.created_at::date < coalesce(p.enrollment_start, p.published_at::date)
      or r.created_at::date > coalesce(p.enrollment_end, p.date_start - 1, 'infinity')
      or r.created_at < p.published_at or r.created_at < t.created_at
      or exists (select 1 from assignment a where a.team_id = r.team_id and a.assigned_at <= r.created_at
        and coalesce(a.ended_at, 'infinity') > r.created_at)`
  assert.deepEqual([...outside], [])
})

test('a team works on one project at a time, and only where it was approved', async () => {
  const overlaps = await world.sql`
    select a.id from assignment a join assignment b on a.team_id = b.team_id and a.id < b.id
    where tstzrange(a.assigned_at, a.ended_at) && tstzrange(b.assigned_at, b.ended_at)`
  const unasked = await world.sql`
    select id from assignment a where not exists (select 1 from request r where r.status = 'approved'
      and r.team_id = a.team_id and r.project_id = a.project_id and r.decided_at = a.assigned_at)`
  const idle = await world.sql`
    select slug from project p where state = 'published' and date_end < ${today}::date and not exists (
      select 1 from assignment where project_id = p.id and outcome = 'finished')`
  assert.deepEqual([[...overlaps], [...unasked], [...idle]], [[], [], []])
  const outcomes = await world.sql`select distinct outcome from assignment order by outcome`
  assert.deepEqual(
    outcomes.map(({ outcome }) => outcome),
    ['finished', 'left', null],
  )
})

test('a result file belongs to a team of the project and is as visible as its type', async () => {
  const rows = await world.sql`
    select f.id, f.is_public = t.is_public as visible,
      exists (select 1 from assignment a where a.team_id = f.team_id and a.project_id = f.project_id) as theirs
    from file f join file_type t on t.id = f.file_type_id where f.kind = 'result'`
  assert.ok(rows.length >= 15)
  assert.deepEqual(
    rows.filter(({ visible, theirs }) => !visible || !theirs),
    [],
  )
})

test('every demo file has bytes, which match its type', async () => {
  const rows = await world.sql`
    select v.name, v.mime, v.size::int as size, v.sha256, f.kind, f.version,
      (select max(version) from file_version where file_id = f.id) as last
    from file f join file_version v on v.file_id = f.id`
  assert.deepEqual([...new Set(rows.map(({ kind }) => kind))].sort(), ['description', 'request', 'result'])
  assert.ok(rows.some(({ version }) => version === 2))
  for (const { name, mime, size, sha256, version, last } of rows) {
    const bytes = files.stored.get(sha256)
    assert.ok(bytes, name)
    assert.equal(bytes.length, size)
    assert.equal(version, last)
    assert.ok(looksLike[mime as string]?.(Buffer.from(bytes)), `${name} is no ${mime}`)
  }
  assert.deepEqual([...new Set(rows.map(({ mime }) => mime))].sort(), Object.keys(looksLike).sort())
})

test('some projects have covers in both languages, whose bytes exist, at most 400 KB in all', async () => {
  const covers = await world.sql<{ alt: string; name: string; thumb: string; hash: string }[]>`
    select c.alt, p.name, c.thumb_hash as thumb, c.hash from cover c join project p on p.id = c.project_id where p.state = 'published'`
  assert.ok(covers.length >= 10 && covers.length <= 12, `${covers.length}`)
  const isRussian = (text: string) => /[а-яё]/i.test(text)
  for (const { alt, name, thumb } of covers) {
    assert.equal(isRussian(alt), isRussian(name), `the text of the cover of “${name}” is in the language of the project`)
    assert.ok(Buffer.from(thumb, 'base64').length >= 15)
  }
  assert.ok(covers.filter(({ alt }) => isRussian(alt)).length >= 4)
  const images = await world.sql<{ kind: string; sha256: string; size: number }[]>`select kind, sha256, size from cover_image`
  assert.equal(images.length, covers.length * 10)
  const sizes = new Map<string, number>()
  for (const { kind, sha256, size } of images) {
    const bytes = Buffer.from(files.stored.get(sha256)!)
    assert.equal(bytes.length, size)
    const format = kind === 'source' ? 'webp' : kind.split('.')[1]!
    assert.ok(pictures[format]!(bytes), kind)
    sizes.set(sha256, size)
  }
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  assert.ok(all <= 400 * 1024, `${all}`)
})

const pictures: Record<string, (bytes: Buffer) => boolean> = {
  avif: (bytes) => bytes.toString('latin1', 4, 12) === 'ftypavif',
  webp: (bytes) => bytes.toString('latin1', 8, 12) === 'WEBP',
  jpg: (bytes) => bytes.readUInt16BE(0) === 0xffd8,
}

const isText = (bytes: Buffer) => bytes.length > 20 && Buffer.from(bytes.toString('utf8')).equals(bytes)

const looksLike: Record<string, (bytes: Buffer) => boolean> = {
  'application/pdf': (bytes) => {
    const source = bytes.toString('latin1')
    const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(source)?.[1])
    const offsets = [...source.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map((match) => Number(match[1]))
    return (
      source.startsWith('%PDF-1.4\n') &&
      source.startsWith('xref\n', table) &&
      offsets.length > 5 &&
      offsets.every((at, n) => source.startsWith(`${n + 1} 0 obj`, at))
    )
  },
  'application/zip': (bytes) => {
    const [nameLength, size] = [bytes.readUInt16LE(26), bytes.readUInt32LE(18)]
    const data = inflateRawSync(bytes.subarray(30 + nameLength, 30 + nameLength + size))
    return (
      bytes.readUInt32LE(0) === 0x04034b50 && data.length === bytes.readUInt32LE(22) && bytes.readUInt32LE(bytes.length - 22) === 0x06054b50
    )
  },
  'image/png': (bytes) => {
    const pixels = inflateSync(bytes.subarray(41, 41 + bytes.readUInt32BE(33)))
    return bytes.toString('latin1', 1, 4) === 'PNG' && pixels.length === (bytes.readUInt32BE(16) * 3 + 1) * bytes.readUInt32BE(20)
  },
  'text/csv': (bytes) => {
    const widths = bytes.toString('utf8').trimEnd().split('\r\n')
    return isText(bytes) && new Set(widths.map((row) => row.split(',').length)).size === 1
  },
  'text/markdown': (bytes) => isText(bytes) && bytes.toString('utf8').startsWith('# '),
  'text/plain': isText,
}

test('links match their platform, at most three per team', async () => {
  const rows = await world.sql`select l.url, p.name, p.hosts from link l join platform p on p.id = l.platform_id`
  const hosts = (await world.sql`select hosts from platform`).flatMap((row) => row.hosts as string[])
  const under = (host: string, list: string[]) => list.some((known) => host === known || host.endsWith(`.${known}`))
  assert.ok(rows.length >= 10)
  for (const { url, name, hosts: own } of rows) {
    const { hostname } = new URL(url)
    assert.equal(name === 'Website' ? under(hostname, hosts) : !under(hostname, own), false, url)
  }
  const many = await world.sql`select 1 from link where team_id is not null group by project_id, team_id having count(*) > 3`
  assert.equal(many.length, 0)
})

test('new ids continue after the demo data', async () => {
  const [row] = await world.sql`insert into tag (name) values ('one more') returning id, (select max(id) from tag) as last`
  await world.sql`delete from tag where name = 'one more'`
  assert.ok(row!.id > row!.last)
})

test('seeding again changes nothing', async () => {
  const before = await countRows(world)
  const again = await seedDemo(world.sql, { today, storeFile: () => assert.fail('no bytes are stored the second time') })
  await seedVocabulary(world.sql)
  assert.deepEqual(again, { projects: 0, people: 0, teams: 0, requests: 0, files: 0, invitation: null })
  assert.deepEqual(await countRows(world), before)
})

test('a failure to store bytes leaves the database empty', async () => {
  const database = await testDatabase()
  try {
    let calls = 0
    const { storeFile } = memoryStore()
    const failing: StoreFile = (bytes) => (++calls === 20 ? Promise.reject(new Error('disk full')) : storeFile(bytes))
    await assert.rejects(seedDemo(database.sql, { today, storeFile: failing }), /disk full/)
    assert.deepEqual(new Set(Object.values(await countRows(database))), new Set([0]))
    assert.ok((await seedDemo(database.sql, { today, storeFile })).projects > 40)
  } finally {
    await database.close()
  }
})

test('a failure after the first rows leaves the database empty', async () => {
  const database = await testDatabase()
  try {
    const { storeFile } = memoryStore()
    // File rows are inserted last; an invalid checksum simulates a process that dies there.
    const broken: StoreFile = async (bytes) => ({ ...(await storeFile(bytes)), sha256: 'no checksum' })
    await assert.rejects(seedDemo(database.sql, { today, storeFile: broken }), /sha256/)
    assert.deepEqual(new Set(Object.values(await countRows(database))), new Set([0]))
  } finally {
    await database.close()
  }
})

test('two concurrent seeds insert the demo data once', async () => {
  const database = await testDatabase()
  try {
    const { storeFile } = memoryStore()
    const both = await Promise.all([1, 2].map(() => seedDemo(database.sql, { today, storeFile })))
    assert.deepEqual(
      both.map(({ projects }) => projects).sort((a, b) => a - b),
      [0, counts.projects],
    )
    assert.deepEqual(await countRows(database), await countRows(world))
  } finally {
    await database.close()
  }
})

test('the vocabulary can be seeded alone, and later changes of it are kept', async () => {
  const database = await testDatabase()
  const { sql } = database
  try {
    await Promise.all([seedVocabulary(sql), seedVocabulary(sql)])
    await sql`delete from role where name = 'Researcher'`
    await seedVocabulary(sql)
    const { role, platform, file_type, refusal_reason, synonym, person, project } = await countRows(database)
    assert.deepEqual([role, platform, file_type, refusal_reason, synonym, person, project], [32, 9, 7, 6, 0, 0, 0])
    const english = await sql`select name from role where name_ru !~* '[а-яё]' or name_ru is null
      union select name from file_type where name_ru !~* '[а-яё]' or name_ru is null`
    assert.deepEqual([...english], [], 'every role and every category can be read in Russian')
  } finally {
    await database.close()
  }
})

test('students have groups, projects have responsible curators, and two applications have a reviewer of their own', async () => {
  const [row] = await world.sql`
    select (select count(distinct group_name)::int from person) as groups,
      (select count(*)::int from person where group_name is not null and access <> 'member') as staff,
      (select count(*)::int from project where curator_id is not null and state = 'published') as curated,
      (select count(*)::int from request where reviewer_id is not null and status = 'submitted') as reviews`
  assert.ok(row!.groups === 6 && row!.staff === 0 && row!.curated >= 8 && row!.reviews === 2, JSON.stringify(row))
})

test('a process waits for another one that is seeding, however long that takes', async (t) => {
  const other = await testDatabase()
  t.after(() => other.close())
  const hasty = connect(other.database, { max: 1, connectTimeout: 60_000, statementTimeout: 5000, answerTimeout: 5000 })
  t.after(() => hasty.end({ timeout: 1 }))
  let seeding: Promise<void> | undefined
  await other.sql.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(7305812)`
    seeding = seedVocabulary(hasty)
    seeding.catch(() => {}) // awaited below
    while ((await sql`select 1 from pg_locks where locktype = 'advisory' and objid = 7305812 and not granted`).length === 0);
    await sql`select pg_sleep(8)` // longer than the answer timeout and its second of grace
  })
  await seeding
})
