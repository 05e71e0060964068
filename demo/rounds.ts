// Two rounds: one with published results, one in which teams choose. Days are offsets from today.

type DemoRound = {
  slug: string
  name: string
  opensDay: number
  closesDay: number
  resultsDay: number | null
  mostChoices: number
  projects: string[]
  choices: Record<string, string[]> // by team, the most wanted project first
  marks: { team: string; project: string; mark: 'preferred' | 'unsuitable'; reason?: number }[]
  locks: { team: string; project: string; reason: string }[]
}

/** Teams that exist for the rounds: the first member is the admin and has an account. */
export const roundTeams: { name: string; login: string; admin: [surname: string, name: string]; others: string[] }[] = [
  { name: 'Тёплый стан', login: 'marina.gorina', admin: ['Горина', 'Марина'], others: ['Илья Дроздов', 'Олеся Ким'] },
  { name: 'Copper Kettle', login: 'isaac.thorne', admin: ['Thorne', 'Isaac'], others: ['Petra Lang'] },
  { name: 'Пятый этаж', login: 'kirill.stepnov', admin: ['Степнов', 'Кирилл'], others: ['Зоя Белова', 'Марк Штерн'] },
  { name: 'Moss & Stone', login: 'freya.holm', admin: ['Holm', 'Freya'], others: ['Aled Price', 'Yara Costa'] },
  { name: 'Полярная станция', login: 'lev.arkhipov', admin: ['Архипов', 'Лев'], others: ['Инна Соболь'] },
  { name: 'Second Draft', login: 'nina.castell', admin: ['Castell', 'Nina'], others: ['Owen Blythe'] },
  { name: 'Тихий час', login: 'polina.zueva', admin: ['Зуева', 'Полина'], others: ['Денис Рогов', 'Ася Лунина'] },
  { name: 'Blue Hour', login: 'theo.marchetti', admin: ['Marchetti', 'Theo'], others: ['Lena Fuchs'] },
  { name: 'Кофе и код', login: 'stepan.rybin', admin: ['Рыбин', 'Степан'], others: ['Вика Ларина', 'Гоша Титов'] },
  { name: 'Short Circuit', login: 'ada.kowalska', admin: ['Kowalska', 'Ada'], others: ['Finn Oakley'] },
  { name: 'Светлая сторона', login: 'tamara.belykh', admin: ['Белых', 'Тамара'], others: ['Руслан Ахметов'] },
  { name: 'Twelve Volts', login: 'miles.archer', admin: ['Archer', 'Miles'], others: ['Joan Pike'] },
]

export const demoRounds: DemoRound[] = [
  {
    slug: 'pervyy-nabor',
    name: 'Первый набор',
    opensDay: -40,
    closesDay: -20,
    resultsDay: -18,
    mostChoices: 3,
    projects: ['umnaya-teplitsa', 'dormitory-energy-dashboard', 'choir-archive'],
    choices: {
      'Тёплый стан': ['umnaya-teplitsa', 'dormitory-energy-dashboard'],
      'Copper Kettle': ['dormitory-energy-dashboard', 'umnaya-teplitsa', 'choir-archive'],
      'Пятый этаж': ['umnaya-teplitsa', 'choir-archive'],
      'Moss & Stone': ['umnaya-teplitsa', 'dormitory-energy-dashboard', 'choir-archive'],
      'Полярная станция': ['dormitory-energy-dashboard', 'umnaya-teplitsa'],
      'Second Draft': ['choir-archive', 'dormitory-energy-dashboard'],
      'Тихий час': ['umnaya-teplitsa'],
    },
    marks: [
      { team: 'Copper Kettle', project: 'dormitory-energy-dashboard', mark: 'preferred' },
      { team: 'Пятый этаж', project: 'choir-archive', mark: 'unsuitable', reason: 1 },
    ],
    locks: [{ team: 'Second Draft', project: 'choir-archive', reason: 'Has catalogued the first half of the archive with the choir.' }],
  },
  {
    slug: 'second-round',
    name: 'Second round',
    opensDay: -3,
    closesDay: 11,
    resultsDay: null,
    mostChoices: 5,
    projects: ['lecture-notes-search', 'volunteer-shift-planner', 'dym-nad-lesom', 'shkolnoe-pitanie', 'oral-history-recorder'],
    choices: {
      'Северный ветер': ['lecture-notes-search', 'shkolnoe-pitanie'],
      'Вторая лаборатория': ['dym-nad-lesom', 'volunteer-shift-planner'],
      'Paper Boats': ['volunteer-shift-planner', 'oral-history-recorder', 'dym-nad-lesom'],
      'Blue Hour': ['lecture-notes-search', 'dym-nad-lesom'],
      'Кофе и код': ['dym-nad-lesom', 'lecture-notes-search'],
      'Short Circuit': ['lecture-notes-search'],
      'Twelve Volts': ['lecture-notes-search', 'dym-nad-lesom'],
      'Светлая сторона': ['shkolnoe-pitanie', 'lecture-notes-search', 'oral-history-recorder'],
    },
    marks: [{ team: 'Вторая лаборатория', project: 'dym-nad-lesom', mark: 'preferred' }],
    locks: [],
  },
]
