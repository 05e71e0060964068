import { encoded } from '#spreadsheet/read/encoding.ts'
import { zipOf } from './zip.ts'

// Files as offices have them: titles above the headings, merged cells, lists with commas, questions as headings, dates as people write them.

const dates = ['1.9.26', '01.09.2026', '1 сентября 2026', '2026-09-01', '1 сент. 2026 г.', '46266'] // the last one as Excel counts
const ends = ['20.12.2026', '20.12.26', '20 декабря 2026', 'Dec 20 2026', '2026-12-20', '46376']
const topics = ['парка', 'музея', 'библиотеки', 'общежития', 'стадиона', 'поликлиники', 'театра', 'вокзала', 'рынка', 'набережной']
const works = ['Навигатор', 'Расписание', 'Карта', 'Архив', 'Справочник']

const projectNames = works.flatMap((work) => topics.map((topic) => `${work} ${topic}`))

/** 50 projects: CSV of Excel on a Russian Windows. One impossible date, one unknown tag in many rows, one name that exists in another spelling. */
export function projectsCsv(existingName: string): Buffer {
  const rows = projectNames.map((name, n) => [
    String(n + 1),
    n === 7 ? ` ${existingName.toUpperCase()}` : name,
    `Сервис «${name}»: помогает жителям, гостям и сотрудникам`,
    `Администрация; отдел ${n % 4}`,
    dates[n % dates.length]!,
    n === 12 ? '31.02.2027' : ends[n % ends.length]!,
    String(2 + (n % 3)),
    n % 3 === 0 ? 'Город, Веб' : n % 3 === 1 ? 'Култура' : 'Открытые данные',
    'опубликован',
    n % 2 === 0 ? 'согласовано' : '',
  ])
  const heads = [
    '№ п/п',
    'Наименование темы',
    'Краткое описание',
    'Организация-заказчик',
    'Срок начала',
    'Срок окончания',
    'Кол-во мест',
    'Ключевые слова',
    'Статус',
    'Виза',
  ]
  const title = ['Темы проектов, осенний семестр 2026/27', ...heads.slice(1).map(() => '')]
  const note = ['Составила: Ковалёва А. П., т. 4-15', ...heads.slice(1).map(() => '')]
  const cell = (text: string): string => (/[";\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const lines = [title, note, heads.map(() => ''), heads, ...rows].map((cells) => cells.map(cell).join(';'))
  return encoded(`${lines.join('\r\n')}\r\n`, 'windows-1251')
}

export const merged = (n: number): string => `Мастерская ${String(n + 1).padStart(2, '0')}`

/** 30 projects: a workbook with a merged title, customers merged over three rows each, tags with commas, days as numbers. */
export function projectsXlsx(): Buffer {
  const text = (reference: string, value: string) =>
    `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${value.replaceAll('&', '&amp;')}</t></is></c>`
  const heads = ['Заказчик', 'Тема', 'Начало', 'Дедлайн', 'Теги', 'Сколько команд', 'Статус']
  const rows = Array.from({ length: 30 }, (_, n) => {
    const row = n + 4
    const client = n % 3 === 0 ? text(`A${row}`, `Завод № ${n / 3 + 1}`) : ''
    return `<row r="${row}">${client}${text(`B${row}`, merged(n))}<c r="C${row}" s="1"><v>46266</v></c><c r="D${row}" s="1"><v>46376</v></c>${text(`E${row}`, n % 2 === 0 ? 'Дизайн, Экология' : 'Робототехника, Образование')}<c r="F${row}"><v>3</v></c>${text(`G${row}`, 'Опубликован')}</row>`
  })
  const merges = Array.from({ length: 10 }, (_, n) => `<mergeCell ref="A${4 + n * 3}:A${6 + n * 3}"/>`)
  const head = heads.map((one, at) => text(`${'ABCDEFG'[at]}3`, one)).join('')
  const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  return zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'xl/workbook.xml', content: '<workbook><sheets><sheet name="Лист1" sheetId="1" r:id="rId1"/></sheets></workbook>' },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    },
    {
      name: 'xl/styles.xml',
      content: '<styleSheet><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<worksheet><sheetData><row r="1">${text('A1', 'Заводские проекты на осень')}</row><row r="3">${head}</row>${rows.join('')}</sheetData><mergeCells count="11"><mergeCell ref="A1:G1"/>${merges.join('')}</mergeCells></worksheet>`,
    },
  ])
}

const surnames = ['Орлов', 'Белова', 'Котов', 'Лисина', 'Зайцев', 'Волкова', 'Соколов', 'Воробьёва', 'Медведев', 'Рыбина']
const names = ['Егор', 'Вера', 'Пётр', 'Анна', 'Глеб', 'Дарья', 'Марк', 'Ольга', 'Тимур', 'Ксения']

/** 100 teams of two: one answer of a form for each person. One wrong address, one misspelt project, one misspelt role. */
export function teamsCsv(): string {
  const heads = [
    'Отметка времени',
    'Адрес электронной почты',
    'Как называется ваша команда?',
    'Ваши фамилия и имя, как в студенческом билете',
    'Над каким проектом вы хотите работать? Впишите название из списка, например «Карта парка»',
    'Кем вы будете в команде?',
    'Вы капитан команды?',
    'Согласны ли вы на обработку персональных данных?',
  ]
  const rows = Array.from({ length: 200 }, (_, n) => {
    const team = Math.floor(n / 2)
    const project = team < 50 ? projectNames[team]! : merged(team % 30)
    return [
      `${String((n % 28) + 1).padStart(2, '0')}.08.2026 14:${String(n % 60).padStart(2, '0')}:09`,
      n === 31 ? 'egor.orlov at example.org' : `student${n}@students.example`,
      `Команда ${team + 1}${n % 2 === 1 ? ' ' : ''}`,
      `${surnames[n % 10]!} ${names[Math.floor(n / 10) % 10]!}`,
      team === 5 ? 'Навигатор полеклиники' : team === 7 ? '' : team % 2 === 0 ? project.toUpperCase() : project,
      n % 2 === 0 ? 'Фронтенд-разработчик, Аналитик' : n === 41 ? 'Аналитег' : 'Дизайнер',
      n % 2 === 0 ? 'Да' : 'Нет',
      'Да',
    ]
  })
  return [heads, ...rows].map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')
}
