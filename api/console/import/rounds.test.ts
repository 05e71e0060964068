import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { announceRound, createRound, getConsoleRound } from '#contract/console/round.ts'
import { MOST_DRAFT_ROUNDS, MOST_ROUND_PROJECTS } from '#contract/round.ts'
import type { TransactionSql } from '#database/sql.ts'
import { lockRounds } from '#store/round/edit.ts'
import { untilWaiting } from '#tests/support/lock-waits.ts'
import { patient } from '#tests/support/service.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject } from '#tests/support/world/requests.ts'
import { faultsOf, roundSheets } from '#tests/support/world/round-sheets.ts'
import { HOUR } from '#tests/support/world/rounds.ts'

// Drafts of rounds come from a sheet; an announced round is compared, never changed.

const { service, curator } = useService({ people: ['curator'], connection: patient })
const { send, exported, refused, done, rounds, stored } = roundSheets(service, curator)
afterEach(async () => {
  await service.sql`update project set round_id = null where slug like 'in-%'`
  await service.sql`delete from round`
})

const announced = async (projects: number[], name = 'Announced') => {
  const [opensAt, closesAt] = [Date.now() - HOUR, Date.now() + HOUR].map((at) => new Date(at).toISOString())
  const { id } = await curator(createRound, { body: { name, opensAt, closesAt, projects } })
  return curator(announceRound, { params: { id: String(id) } })
}

test('a sheet creates drafts and changes them; what it does not contain stays, nothing is announced, and no email is sent', async () => {
  const { sql } = service
  for (const slug of ['in-a', 'in-b', 'in-c']) await addProject(sql, slug)
  const [{ mails }] = (await sql`select count(*)::int as mails from outbox`) as unknown as [{ mails: number }]
  const sheet =
    'Название,Адрес страницы,Открытие,Закрытие,Проекты\nОсень,,01.09.2026 10:00,14.09.2026,in-a; Project in-b\nВесна,spring,,,\n'
  const tried = await send(sheet, { mode: 'try' })
  assert.deepEqual([tried.counts.create, tried.isDone, await rounds()], [2, false, []])
  assert.deepEqual(await done(sheet), { create: 2, change: 0, same: 0, refuse: 0 })
  const autumn = {
    ...{ slug: 'osen', name: 'Осень', mode: 'ranked', rule: 'fair', opens: '2026-09-01 10:00:00', closes: '2026-09-14 23:59:00' },
    ...{ firstDay: '2026-09-01', lastDay: '2026-09-14', most: 5, hours: 48, readers: 'everyone', isAnnounced: false },
    projects: ['in-a', 'in-b'],
  }
  assert.deepEqual(await stored('osen'), autumn)
  assert.deepEqual((await stored('spring'))?.name, 'Весна')
  assert.deepEqual(await done(sheet), { create: 0, change: 0, same: 2, refuse: 0 })
  const [entry] = await sql`select target, detail from audit_event where action = 'importSheet' order by seq`
  assert.deepEqual({ ...entry }, { target: 'import round', detail: { created: 2, changed: 0, same: 0, format: 'csv' } })

  // By slug the name changes, without a slug the name finds it; absent columns stay.
  assert.deepEqual(await done('slug,name\nosen,Осень 2026\n'), { create: 0, change: 1, same: 0, refuse: 0 })
  assert.deepEqual(await stored('osen'), { ...autumn, name: 'Осень 2026' })
  const changed = await send(
    'name,mode,rule,mostChoices,offerHours,bundleFor\nОсень 2026,One by one,больше команд с местом,7,,только участникам\n',
  )
  assert.deepEqual(
    changed.rows[0]!.changes.map(({ column, before, after }) => [column, before, after]),
    [
      ['mode', 'ranked', 'direct'],
      ['rule', 'fair', 'fullest'],
      ['mostChoices', '5', '7'],
      ['bundleFor', 'everyone', 'participants'],
    ],
  )
  const other = { ...autumn, name: 'Осень 2026', mode: 'direct', rule: 'fullest', most: 7, readers: 'participants' }
  assert.deepEqual(await stored('osen'), other)
  // A project may move from one draft to another in one sheet.
  assert.deepEqual(await done('slug,name,projects\nosen,Осень 2026,in-b\nspring,Весна,"in-c, in-a"\n'), {
    create: 0,
    change: 2,
    same: 0,
    refuse: 0,
  })
  assert.deepEqual([(await stored('osen'))?.projects, (await stored('spring'))?.projects], [['in-b'], ['in-a', 'in-c']])
  assert.deepEqual(await done('slug,name,opensAt,closesAt,projects\nosen,Осень 2026,,,\n'), { create: 0, change: 1, same: 0, refuse: 0 })
  assert.deepEqual(await stored('osen'), { ...other, opens: null, closes: null, firstDay: null, lastDay: null, projects: [] })
  assert.equal((await sql`select count(*)::int as mails from outbox`)[0]!.mails, mails)
})

test('an announced round is the same or refused, never changed', async () => {
  const { sql } = service
  const ids = [await addProject(sql, 'in-d'), await addProject(sql, 'in-e')]
  const round = await announced([ids[0]!])
  const before = await rounds()
  const sheet = new TextDecoder().decode(await exported('format=csv'))
  assert.match(sheet, /announced,Announced,open,/)
  assert.deepEqual(await done(sheet), { create: 0, change: 0, same: 1, refuse: 0 })
  const sentence = 'This round has been announced, so an import can’t change it. Use the round page.'
  assert.deepEqual(await refused('slug,name,mostChoices,projects\nannounced,Other,6,in-d; in-e\n'), [
    `2 name: ${sentence}`,
    `2 mostChoices: ${sentence}`,
    `2 projects: ${sentence}`,
  ])
  assert.deepEqual(await refused('Название,Закрытие\nAnnounced,\n', 'ru'), [
    '2 closesAt: Этот набор уже объявлен, поэтому загрузка не может его изменить. Откройте страницу набора.',
  ])
  assert.deepEqual(await done('name,projects,mode\nAnnounced,Project in-d,\n'), { create: 0, change: 0, same: 1, refuse: 0 })
  // All or nothing, unless the curator wants the other rows.
  const mixed = 'name,mostChoices\nAnnounced,6\nAnother,6\n'
  assert.equal((await send(mixed)).isDone, false)
  assert.deepEqual(await rounds(), before)
  const partly = await send(mixed, { options: { isPartial: true } })
  assert.deepEqual([partly.isDone, partly.counts], [true, { create: 1, change: 0, same: 0, refuse: 1 }])
  assert.deepEqual(await stored('announced'), before[0])
  assert.equal((await curator(getConsoleRound, { params: { id: String(round.id) } })).changes.length, 0)
})

test('the rules of the endpoints hold for every row, in both languages', async () => {
  const { sql } = service
  const ids = [await addProject(sql, 'in-f', { name: 'Eff' }), await addProject(sql, 'in-g')]
  await addProject(sql, 'in-h', { name: 'Twice' })
  await addProject(sql, 'in-i', { name: 'Twice' })
  await announced([ids[0]!], 'Running')
  const rows: [cells: string, en: string, ru: string][] = [
    [
      'No Good,A,,,,,',
      'slug: “No Good” is not a valid URL name. Use lower-case Latin letters, digits and single hyphens, up to 80 characters.',
      'slug: «No Good» — некорректный адрес. Используйте строчные латинские буквы, цифры и одиночные дефисы, до 80 символов.',
    ],
    [
      `${'x'.repeat(81)},B,,,,,`,
      'slug: Too long: 81 characters, the limit is 80.',
      'slug: Слишком длинно: символов — 81, можно не больше 80.',
    ],
    [',,,,,,Eff', 'name: This field is required.', 'name: Обязательное поле.'],
    [
      `,${'y'.repeat(101)},,,,,`,
      'name: Too long: 101 characters, the limit is 100.',
      'name: Слишком длинно: символов — 101, можно не больше 100.',
    ],
    [
      ',C\u200b,,,,,',
      'name: “C�” is not a valid name. Use up to 100 visible characters on one line.',
      'name: «C�» — некорректное имя. Можно до 100 видимых символов в одну строку.',
    ],
    [
      ',D,2026-09-02 10:00,2026-09-02 10:00,,,',
      'closesAt: The round must close after it opens.',
      'closesAt: Набор должен закрываться позже, чем открывается.',
    ],
    [
      ',E,soon,,,,',
      'opensAt: soon is not a date and time. Write it like 2026-09-01 10:00.',
      'opensAt: soon — не дата и время. Напишите так: 01.09.2026 10:00.',
    ],
    [
      ',F,0000-09-01 10:00,,,,',
      'opensAt: 0000-09-01 10:00 is not a date and time. Write it like 2026-09-01 10:00.',
      'opensAt: 0000-09-01 10:00 — не дата и время. Напишите так: 01.09.2026 10:00.',
    ],
    [',G,,,0,,', 'mostChoices: 0 is not a whole number from 1 to 20.', 'mostChoices: 0 — не целое число от 1 до 20.'],
    [',H,,,,169,', 'offerHours: 169 is not a whole number from 1 to 168.', 'offerHours: 169 — не целое число от 1 до 168.'],
    [
      ',I,,,,,Eff',
      'projects: Already in the round “Running”: “Eff”. A project can be in one active round only.',
      'projects: Уже в наборе «Running»: «Eff». Проект может быть только в одном незавершённом наборе.',
    ],
    [',J,,,,,nowhere', 'projects: There is no project “nowhere”.', 'projects: Нет проекта «nowhere».'],
    [
      ',K,,,,,Twice',
      'projects: Several projects are called “Twice”. Fill in the URL.',
      'projects: Проектов с названием «Twice» несколько. Укажите адрес страницы.',
    ],
    [',L,,,,,in-g', '', ''],
    [
      ',M,,,,,in-g',
      'projects: Already in the round “L”: “Project in-g”. A project can be in one active round only.',
      'projects: Уже в наборе «L»: «Project in-g». Проект может быть только в одном незавершённом наборе.',
    ],
    [',L,,,,,', 'name: Duplicate of row 15.', 'name: Повторяет строку 15.'],
  ]
  const sheet = `slug,name,opensAt,closesAt,mostChoices,offerHours,projects\n${rows.map(([cells]) => cells).join('\n')}\n`
  const expected = (at: 1 | 2): string[] => rows.flatMap((row, index) => (row[at] === '' ? [] : `${index + 2} ${row[at]}`))
  assert.deepEqual(await refused(sheet), expected(1))
  assert.deepEqual(await refused(sheet, 'ru'), expected(2))
  assert.deepEqual(await refused('name,mode,rule,bundleFor\nN,both,best,nobody\n'), [
    '2 mode: “both” is not one of: one by one, together.',
    '2 rule: “best” is not one of: fair, most teams placed.',
    '2 bundleFor: “nobody” is not one of: everybody, participants only.',
  ])
  for (const slug of ['same-1', 'same-2']) await curator(createRound, { body: { name: 'Same', slug } })
  assert.deepEqual(await refused('name\nSame\n'), ['2 name: Several rounds are called “Same”. Fill in the URL.'])
  // Objects of JSON need no name.
  const objects = [
    { slug: 'same-1', mostChoices: 3 },
    { slug: 'same-1', mostChoices: 4 },
  ]
  assert.deepEqual(await refused(JSON.stringify([...objects, { slug: 'same-2', name: 'Same' }])), ['2 slug: Duplicate of row 1.'])
  assert.equal((await rounds()).length, 3)
})

test('a directory has so many drafts, and a round so many projects', async () => {
  const { sql } = service
  const names = Array.from({ length: MOST_DRAFT_ROUNDS + 1 }, (_, at) => `Round ${at}`)
  const sentence = `A directory can have up to ${MOST_DRAFT_ROUNDS} draft rounds. Announce or delete some first.`
  assert.deepEqual(await refused(`name\n${names.join('\n')}\n`), [`${MOST_DRAFT_ROUNDS + 2} null: ${sentence}`])
  assert.equal((await done(`name\n${names.slice(1).join('\n')}\n`)).create, MOST_DRAFT_ROUNDS)
  assert.deepEqual(await refused(`name\n${names[0]}\n`, 'ru'), [
    `2 null: Черновиков наборов может быть не больше ${MOST_DRAFT_ROUNDS}. Сначала объявите или удалите лишние.`,
  ])
  assert.equal((await done(`name,rule\n${names[1]},fullest\n`)).change, 1)
  const slugs = Array.from({ length: MOST_ROUND_PROJECTS + 1 }, (_, at) => `in-many-${at}`)
  await sql`insert into project ${sql(slugs.map((slug) => ({ slug, name: slug })))}`
  assert.deepEqual(await refused(`name,projects\n${names[1]},${slugs.join(';')}\n`), [
    `2 projects: Too many items: ${MOST_ROUND_PROJECTS + 1}, the limit is ${MOST_ROUND_PROJECTS}.`,
  ])
  assert.equal((await done(`name,projects\n${names[1]},${slugs.slice(1).join(';')}\n`)).change, 1)
  assert.equal(((await stored('round-1')) as { projects: string[] }).projects.length, MOST_ROUND_PROJECTS)
})

test('a round announced or created during the import is detected', async () => {
  const { sql } = service
  const { id } = await curator(createRound, { body: { name: 'Meanwhile', mode: 'direct' } })
  /** Another call writes, the import begins and waits, then the call commits. */
  const meanwhile = async (write: (sql: TransactionSql) => Promise<unknown>, content: string): Promise<string[]> => {
    let begun: Promise<string[]> | undefined
    await sql.begin(async (tx) => {
      await write(tx)
      begun = send(content).then((report) => (report.isDone ? ['done'] : faultsOf(report)))
      await untilWaiting(sql)
    })
    return begun!
  }
  const announce = (sql: TransactionSql) =>
    sql`update round set announced_at = now(), opens_at = now(), closes_at = now() + interval '1 day', first_day = '2026-01-01', last_day = '2026-01-02' where id = ${id}`
  assert.deepEqual(await meanwhile(announce, 'name,mostChoices\nMeanwhile,6\n'), [
    '2 mostChoices: This round has been announced, so an import can’t change it. Use the round page.',
  ])
  const create = async (sql: TransactionSql) => {
    await lockRounds(sql)
    await sql`insert into round (slug, name) values ('created', 'Somebody else’s')`
  }
  assert.deepEqual(await meanwhile(create, 'name\nCreated\n'), ['done'])
  assert.deepEqual(
    (await rounds()).map(({ slug }) => slug),
    ['created', 'created-2', 'meanwhile'],
  )
})
