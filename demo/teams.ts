/** A member is a login, or a name without an account. The first member of each team is its first administrator. */
type DemoMember = { login: string | null; name?: string; administrator?: boolean; roles: string[] }
type DemoTeam = { name: string; description: string | null; formedDaysAgo: number; members: DemoMember[] }

type Row = [login: string, ...roles: string[]]

function team(name: string, formedDaysAgo: number, description: string | null, first: Row, ...others: Row[]): DemoTeam {
  const members = [first, ...others].map(([login, ...roles], index) => ({ login, administrator: index === 0, roles }))
  return { name, description, formedDaysAgo, members }
}

const paperBoats = team(
  'Paper Boats',
  145,
  'Three students of environmental science and one retired cartographer.',
  ['leila.haddad', 'Project Manager', 'Data Analyst'],
  ['tomas.novak', 'Android Developer'],
  ['abigail.frost', 'Researcher', 'Technical writer'],
)
paperBoats.members.push({ login: null, name: 'Edmund Sayer', roles: ['Data Analyst'] })

const openHand = team(
  'Open Hand',
  312,
  'Engineers, a physiotherapist and an illustrator. We build things that people wear.',
  ['grace.whitmore', 'Team Lead', 'Mechanical designer'],
  ['noah.fletcher', 'Mechanical designer'],
  ['amelia.brook', 'Researcher'],
  ['lucas.ferrer', 'ML Engineer'],
  ['hannah.doyle', 'Graphic designer', 'Technical writer'],
  ['ravi.menon', 'Electronics engineer'],
)
openHand.members[1]!.administrator = true

export const demoTeams: DemoTeam[] = [
  team(
    'Северный ветер',
    180,
    'Четверокурсники факультета информатики. Ищем проект, от которого станет удобнее соседям.',
    ['anna', 'Team Lead', 'Frontend Developer'],
    ['timur.salikhov', 'Backend Developer'],
    ['daria.melnik', 'UX/UI designer'],
    ['fyodor.zimin', 'QA'],
  ),
  team(
    'Маяк',
    210,
    'Делаем музеи и театры ближе. За плечами — архив народного театра.',
    ['boris', 'Team Lead', 'Fullstack Developer'],
    ['vera', 'Frontend Developer'],
    ['ksenia.rudenko', 'UX/UI designer', 'Researcher'],
    ['artyom.gusev', 'Backend Developer', 'DevOps'],
  ),
  team(
    'Rover Works',
    235,
    'Robots that are allowed to get dirty.',
    ['oliver.grant', 'Team Lead', 'Robotics engineer'],
    ['maya.lindqvist', 'ML Engineer'],
    ['samuel.okafor', 'Embedded developer'],
    ['chloe.bennett', 'Mechanical designer'],
    ['jonas.weber', 'Electronics engineer'],
  ),
  team(
    'Quiet Corridor',
    335,
    'We like interfaces that nobody has to learn.',
    ['ines.moreau', 'Product manager', 'UX/UI designer'],
    ['harriet.stone', 'Business Analyst'],
    ['kenji.mori', 'Fullstack Developer'],
  ),
  team(
    'Радиорубка',
    255,
    'Звук, архивы и немного пайки.',
    ['pavel.yudin', 'Project Manager', 'Frontend Developer'],
    ['lidia.fomina', 'Researcher', 'Technical writer'],
    ['semyon.baranov', 'Graphic designer'],
    ['alina.hasanova', 'Frontend Developer'],
  ),
  openHand,
  team('Solo Hive', 118, 'One person, fifteen hives.', ['erik.dahl', 'Embedded developer', 'Data Analyst']),
  team(
    'Вторая лаборатория',
    240,
    'Студенты кафедры приборостроения: от датчика до графика.',
    ['roman.shubin', 'Team Lead', 'Embedded developer'],
    ['nadezhda.lapina', 'Electronics engineer'],
    ['egor.vlasov', 'Data Engineer'],
    ['yulia.sedova', 'System analyst', 'QA'],
  ),
  paperBoats,
  team(
    'Tidewater',
    295,
    null,
    ['peter.vance', 'Project Manager'],
    ['sofia.alves', 'UX/UI designer'],
    ['matvey.kruglov', 'iOS Developer', 'Frontend Developer'],
    ['kenji.mori', 'Architect'],
  ),
  // Has neither a project nor an application.
  team(
    'Late Train',
    9,
    'We met on the way home and are still looking for an idea.',
    ['harriet.stone', 'Business Analyst'],
    ['noah.fletcher', 'Mechanical designer'],
  ),
]
