/** Days are offsets from today. `ended`: how the work of an approved team ended; without it the team still works on the project. */
type DemoRequest = {
  team: string
  project: string
  message: string | null
  day: number
  decided?: { day: number; status: 'approved' | 'declined' | 'withdrawn' | 'superseded'; reason?: number; comment?: string }
  ended?: { day: number; outcome: 'finished' | 'left' }
}

const approved = (day: number, comment?: string) => ({ day, status: 'approved' as const, comment })
const declined = (day: number, reason: number, comment: string) => ({ day, status: 'declined' as const, reason, comment })
const withdrawn = (day: number, comment: string) => ({ day, status: 'withdrawn' as const, comment })
const superseded = (day: number) => ({ day, status: 'superseded' as const })
const finished = (day: number) => ({ day, outcome: 'finished' as const })
const left = (day: number) => ({ day, outcome: 'left' as const })

// As the rules require, a team applies only while it has no project and only inside the project's enrollment window.
export const demoRequests: DemoRequest[] = [
  {
    team: 'Северный ветер',
    project: 'biblioteka-veshchey',
    message: 'Живём в соседнем доме и сами берём вещи напрокат. Готовы начать с учёта и выдачи.',
    day: -170,
    decided: approved(-158, 'Рады, что вы рядом с центром.'),
    ended: finished(-30),
  },
  {
    team: 'Северный ветер',
    project: 'hospital-queue-board',
    message: 'У нас есть опыт с учётом и очередями, хотим попробовать себя в медицине.',
    day: -22,
    decided: declined(-13, 1, 'Для оценки времени ожидания нужен человек, который знает статистику.'),
  },
  {
    team: 'Северный ветер',
    project: 'karta-dvorov',
    message: 'Два района из трёх — наши. Сделаем форму обхода за первые две недели и проверим её с жителями.',
    day: -4,
  },
  {
    team: 'Маяк',
    project: 'arhiv-teatra',
    message: 'Один из нас играл на этой сцене шесть лет. Хотим, чтобы афиши не потерялись.',
    day: -200,
    decided: approved(-188),
    ended: finished(-60),
  },
  {
    team: 'Маяк',
    project: 'museum-pocket-guide',
    message: 'After the theatre archive we would like to work with rooms and visitors. Our plan for the first month is in the letter.',
    day: -52,
    decided: approved(-40, 'A convincing plan. Please meet the museum before the start.'),
  },
  { team: 'Маяк', project: 'tram-accessibility-audit', message: 'Our second choice.', day: -55, decided: superseded(-40) },
  {
    team: 'Rover Works',
    project: 'river-sensor-network',
    message: 'We take the housings, the radio link and the solar supply.',
    day: -222,
    decided: approved(-207),
    ended: finished(-80),
  },
  {
    team: 'Rover Works',
    project: 'greenhouse-rover',
    message: 'We have a chassis that already drives along rails. Letter and portfolio are attached.',
    day: -18,
    decided: approved(-9, 'Welcome back.'),
  },
  { team: 'Rover Works', project: 'food-waste-map', message: null, day: -15, decided: superseded(-9) },
  {
    team: 'Quiet Corridor',
    project: 'open-data-portal',
    message: 'We have read all eleven pages of tables and would like to spare others the same.',
    day: -325,
    decided: approved(-308),
    ended: finished(-150),
  },
  {
    team: 'Quiet Corridor',
    project: 'hospital-queue-board',
    message: 'We would begin with a week of watching in the waiting room, before any design.',
    day: -28,
    decided: approved(-9, 'The clinic liked the idea of watching first.'),
  },
  {
    team: 'Quiet Corridor',
    project: 'dormitory-energy-dashboard',
    message: 'One of us lives on the third floor.',
    day: -26,
    decided: superseded(-9),
  },
  {
    team: 'Радиорубка',
    project: 'golos-derevni',
    message: 'Умеем бережно оцифровывать кассеты, есть два магнитофона и терпение.',
    day: -240,
    decided: approved(-228),
    ended: finished(-100),
  },
  {
    team: 'Радиорубка',
    project: 'muzey-radio',
    message: 'Это проект, ради которого команда и называется так. Приложили план работ.',
    day: -14,
    decided: approved(-6),
  },
  { team: 'Радиорубка', project: 'ekskursii-na-zavod', message: 'Готовы записать звук цеха.', day: -25, decided: superseded(-6) },
  {
    team: 'Open Hand',
    project: 'perevodchik-zhestov',
    message: 'Lucas trains the model, Amelia has worked as an interpreter for four years.',
    day: -305,
    decided: approved(-288),
    ended: finished(-190),
  },
  {
    team: 'Open Hand',
    project: 'biblioteka-veshchey',
    message: 'We could repair the broken things as well.',
    day: -172,
    decided: declined(-158, 0, 'Единственное место отдано команде из этого района.'),
  },
  {
    team: 'Open Hand',
    project: 'printed-prosthetic-hand',
    message: 'A physiotherapist, three engineers and a workshop with four printers.',
    day: -85,
    decided: approved(-68, 'The families have met the team and agree.'),
  },
  {
    team: 'Solo Hive',
    project: 'bee-hive-monitor',
    message: 'I keep two hives myself and have built a scale for them.',
    day: -110,
    decided: approved(-97),
  },
  {
    team: 'Вторая лаборатория',
    project: 'river-sensor-network',
    message: 'Берём датчик уровня, прошивку и калибровку.',
    day: -225,
    decided: approved(-207),
    ended: finished(-80),
  },
  {
    team: 'Вторая лаборатория',
    project: 'robot-sortirovshchik',
    message: 'Есть опыт с датчиками, хотим перейти к захватам.',
    day: -54,
    decided: declined(-47, 1, 'Нужен конструктор, без него захват не построить.'),
  },
  {
    team: 'Вторая лаборатория',
    project: 'trenazher-rechi',
    message: 'Возьмём обработку звука и запись.',
    day: -60,
    decided: approved(-46),
    ended: left(-24),
  },
  {
    team: 'Вторая лаборатория',
    project: 'raspisanie-v-karmane',
    message: 'Можем сделать виджет.',
    day: -20,
    decided: withdrawn(-12, 'Решили дождаться проекта с датчиками.'),
  },
  {
    team: 'Вторая лаборатория',
    project: 'datchiki-vozduha',
    message: 'Станции на реке работают вторую зиму, хотим поставить такие же у школ. План и смета приложены.',
    day: -3,
  },
  {
    team: 'Paper Boats',
    project: 'chistye-berega',
    message: 'We have counted litter on two lakes already and know where the method fails.',
    day: -135,
    decided: approved(-118),
    ended: finished(-5),
  },
  {
    team: 'Paper Boats',
    project: 'tutoring-marketplace',
    message: 'We would take the booking module.',
    day: -4,
    decided: withdrawn(-2, 'The tree census suits us better.'),
  },
  { team: 'Paper Boats', project: 'ekskursii-na-zavod', message: null, day: -4 },
  {
    team: 'Paper Boats',
    project: 'city-tree-census',
    message: 'Trees instead of litter: the same volunteers, the same phones, a better mood.',
    day: -2,
  },
  {
    team: 'Tidewater',
    project: 'drone-shoreline-survey',
    message: 'Sofia holds the licence, Peter knows the tides.',
    day: -280,
    decided: approved(-268),
    ended: finished(-170),
  },
  {
    team: 'Tidewater',
    project: 'night-bus-planner',
    message: 'Maps again, this time with timetables.',
    day: -168,
    decided: approved(-164),
    ended: finished(-62),
  },
  {
    team: 'Tidewater',
    project: 'museum-pocket-guide',
    message: 'We can share the work with another team: beacons and the iOS side would be ours.',
    day: -48,
    decided: approved(-38),
  },
]
