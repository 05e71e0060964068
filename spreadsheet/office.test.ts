import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type SheetKind, sheetKinds } from '#contract/console/spreadsheet.ts'
import { projectsCsv, projectsXlsx, teamsCsv } from '#tests/support/sample/office-files.ts'
import { guessColumns, isCertain } from './column/guess.ts'
import { suggest } from './column/suggest.ts'
import { namesakesOf, splitName } from './plan/invites.ts'
import { prepareSheet } from './prepare.ts'
import { textOfBytes } from './read/csv.ts'
import { encoded } from './read/encoding.ts'
import { readSheet } from './read/read.ts'
import type { Encoding, SheetFault } from './sheet.ts'
import { splitNames, splitTexts } from './write/list.ts'

const folder = mkdtempSync(join(tmpdir(), 'projectory-office-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const written = (content: string | Uint8Array): string => {
  const path = join(folder, 'sheet')
  writeFileSync(path, content)
  return path
}
const read = (content: string | Uint8Array, kind: SheetKind, headRow?: number) => readSheet(written(content), { kind, headRow })
const vocabularies = {
  remembered: new Map<string, string | null>(),
  tags: new Set(['город', 'веб']),
  roles: new Set<string>(),
  projects: new Set<string>(),
}
const guess = async (content: string | Uint8Array, kind: SheetKind, remembered = vocabularies.remembered) => {
  const sheet = await read(content, kind)
  return { sheet, guesses: await guessColumns(kind, sheet, { ...vocabularies, remembered }) }
}

test('the headings are found below titles, in windows-1251 with semicolons', async () => {
  const { heads, lines, origin } = await read(projectsCsv('Двор'), 'project')
  assert.deepEqual([origin!.headRow, origin!.encoding, origin!.separator, lines.length], [4, 'windows-1251', ';', 50])
  assert.equal(heads[1], 'Наименование темы')
  assert.match(origin!.top[0]!.text, /^Темы проектов, осенний семестр/)
  assert.equal((await read('Список тем\n\nНазвание,Теги\nА,б\n', 'project')).lines[0]!.row, 4)
  // Known headings tell more than the width of a row.
  assert.deepEqual((await read('Кафедра;ИВТ;осень\nНазвание;Теги;Куратор\nА;б;в\n', 'project')).heads, ['Название', 'Теги', 'Куратор'])
  // Another row is taken when the curator says so.
  assert.deepEqual((await read('a,b\nc,d\ne,f\n', 'project', 2)).heads, ['c', 'd'])
})

test('cells merged over several rows are filled down; titles merged over columns are not', async () => {
  const { heads, lines, origin } = await read(projectsXlsx(), 'project')
  assert.deepEqual([heads[0], origin!.headRow, lines.length], ['Заказчик', 3, 30])
  assert.deepEqual(
    lines.slice(0, 4).map(({ cells }) => cells[0]),
    ['Завод № 1', 'Завод № 1', 'Завод № 1', 'Завод № 2'],
  )
})

test('an export of nothing can be imported again', async () => {
  for (const kind of sheetKinds) assert.deepEqual((await prepareSheet(kind, await read('[]', kind))).sheet.lines, [])
})

test('the columns of rounds are guessed', async () => {
  const sheet =
    'Набор на семестр;Приём заявок с какого числа;Дедлайн подачи заявок;Сколько проектов может выбрать команда;X\nОсень;01.09.2026 10:00;14.09.2026;5;Город, Веб\n'
  const read = await readSheet(written(sheet), { kind: 'round' })
  const guesses = await guessColumns('round', read, { ...vocabularies, projects: new Set(['город', 'веб']) })
  assert.deepEqual(
    guesses.map(({ column, by }) => `${column} ${by}`),
    ['name similar', 'opensAt similar', 'closesAt similar', 'mostChoices similar', 'projects content'],
  )
})

test('columns are guessed by heading, by words in it, by cells and by memory', async () => {
  const form = await guess(teamsCsv(), 'team')
  assert.deepEqual(
    form.guesses.map(({ column, by }) => `${column} ${by}`),
    [
      'null similar',
      'email similar',
      'team similar',
      'member similar',
      'project similar',
      'roles similar',
      'isAdministrator similar',
      'null similar',
    ],
  )
  assert.equal(isCertain('team', form.guesses), false)
  const odd = await guess('X;Y;Z\nПроект А;Город, Веб;1\nПроект Б;Веб;2\n', 'project')
  assert.deepEqual(
    odd.guesses.map(({ column, by }) => `${column} ${by}`),
    ['name content', 'tags content', 'null null'],
  )
  const memory = new Map([
    ['x', 'name'],
    ['y', null],
    ['z', 'teamLimit'],
  ])
  const known = await guess('X;Y;Z\nПроект А;Город, Веб;1\n', 'project', memory)
  assert.deepEqual(
    known.guesses.map(({ column, by }) => `${column} ${by}`),
    ['name memory', 'null memory', 'teamLimit memory'],
  )
  assert.equal(isCertain('project', known.guesses), true)
  // Of rows below each other only the first has the name of the team.
  const gaps = await guess('Команда;Участник\nПервая;А\n;Б\nВторая;В\n', 'team')
  assert.deepEqual(
    gaps.guesses.map(({ hasGaps, fillDown }) => [hasGaps, fillDown]),
    [
      [true, true],
      [false, false],
    ],
  )
})

test('columns are mapped, ignored and filled down, cells are corrected', async () => {
  const sheet = await read('Команда;Кто;Прочее\nПервая;А;x\n;Б;y\n', 'team')
  const options = { columns: ['team', 'member', null], fillDown: [0], edits: [{ row: 3, column: 1, text: 'Борис' }] }
  const prepared = await prepareSheet('team', sheet, options)
  assert.deepEqual(prepared.keys, ['team', 'member', null])
  assert.deepEqual(
    prepared.sheet.lines.map(({ cells }) => cells),
    [
      ['Первая', 'А', 'x'],
      ['Первая', 'Борис', 'y'],
    ],
  )
  const fault = (columns: (string | null)[]) => prepareSheet('team', sheet, { columns }).then(String, (error) => (error as SheetFault).code)
  assert.equal(await fault([null, 'member']), 'sheet_columns')
  assert.equal(await fault(['team', 'team']), 'sheet_unreadable')
  assert.equal(await fault(['team', '__proto__']), '[object Object]') // an unknown column is ignored
})

test('every encoding is written as it is read', () => {
  const text = 'Ёлка;№ 5 — «да»\r\n'
  for (const encoding of ['utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be', 'windows-1251'] as Encoding[])
    assert.deepEqual(textOfBytes(encoded(text, encoding)), { text, encoding })
  assert.equal(textOfBytes(encoded('Я → 😀', 'windows-1251')).text, 'Я ? ?')
})

test('lists are separated by commas too, unless the text is a name or a sentence', () => {
  assert.deepEqual(splitTexts('Python, терпение, SQL'), ['Python', 'терпение', 'SQL'])
  assert.deepEqual(splitTexts('Умение работать в команде, где все очень разные'), ['Умение работать в команде, где все очень разные'])
  assert.deepEqual(splitTexts('a, b; c'), ['a, b', 'c'])
  assert.deepEqual(splitTexts('"a, b"'), ['a, b'])
  assert.deepEqual(
    splitNames('Город, Веб;Звук, свет', (item) => item === 'Звук, свет'),
    ['Город', 'Веб', 'Звук, свет'],
  )
})

test('similar names are suggested, the most similar first', () => {
  const names = ['Культура', 'Машинное обучение', 'Open data', 'Веб', 'Web', 'Город']
  assert.deepEqual(suggest('Култура', names), ['Культура'])
  assert.deepEqual(suggest('машиное обучение', names), ['Машинное обучение'])
  assert.deepEqual(suggest('open-data', names), ['Open data'])
  assert.deepEqual(suggest('гроод', names), ['Город'])
  assert.deepEqual(suggest('Квантовая физика', names), [])
})

test('names of people are split as they are written in Russian and English', () => {
  const names: [string, string][] = [
    ['Петров Иван Сергеевич', 'Петров|Иван|Сергеевич'],
    ['Иван Сергеевич Петров', 'Петров|Иван|Сергеевич'],
    ['Белова Анна', 'Белова|Анна|'],
    ['Анна Белова', 'Белова|Анна|'],
    ['Ivan Petrov', 'Petrov|Ivan|'],
    ['Madonna', '|Madonna|'],
  ]
  for (const [full, expected] of names) {
    const { surname, name, patronymic } = splitName(full)
    assert.equal([surname, name, patronymic].join('|'), expected, full)
  }
  const find = namesakesOf(['Семёнов Пётр', ''])
  assert.equal(find('пётр  семенов'), 'Семёнов Пётр')
  assert.equal(find(''), undefined)
})
