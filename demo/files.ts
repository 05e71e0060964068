import { writeZip } from '#files/write-zip.ts'
import { csv, pdf, poster, text } from './documents.ts'

/** Versions from the oldest to the current one; days are offsets from today. */
type DemoVersion = { name: string; mime: string; day: number; comment?: string; bytes: () => Uint8Array }
export type DemoFile =
  | { kind: 'result'; project: string; team: string; type: string; versions: DemoVersion[] }
  | { kind: 'description'; project: string; versions: DemoVersion[] }
  | { kind: 'request'; project: string; team: string; versions: DemoVersion[] }

const PDF = 'application/pdf'
const PNG = 'image/png'
const CSV = 'text/csv'
const MARKDOWN = 'text/markdown'
const TEXT = 'text/plain'

const version = (name: string, mime: string, day: number, bytes: () => Uint8Array, comment?: string): DemoVersion => ({
  name,
  mime,
  day,
  comment,
  bytes,
})
const result = (project: string, team: string, type: string, ...versions: DemoVersion[]): DemoFile => ({
  kind: 'result',
  project,
  team,
  type,
  versions,
})
const description = (project: string, ...versions: DemoVersion[]): DemoFile => ({ kind: 'description', project, versions })
const attachment = (project: string, team: string, ...versions: DemoVersion[]): DemoFile => ({ kind: 'request', project, team, versions })

const riverReport = (edition: string, bars: number[]) => () =>
  pdf(
    'River Sensor Network: report',
    [
      edition,
      'Twelve stations measured level, temperature and turbidity every ten minutes.',
      'Eleven of them worked through the winter; one was lost in the March flood.',
      'The alarm came 70 minutes (median) before the official gauge reacted.',
      'Below: share of readings received, by month, in percent.',
    ],
    bars,
  )

const gaugeRows = () =>
  Array.from({ length: 48 }, (_, index) => [
    `W${String((index % 12) + 1).padStart(2, '0')}`,
    Math.floor(index / 12) + 1,
    80 + ((index * 37) % 55),
    (6 + ((index * 13) % 70) / 10).toFixed(1),
  ])

const hiveRows = () =>
  Array.from({ length: 60 }, (_, index) => [
    `hive-${(index % 15) + 1}`,
    Math.floor(index / 15) + 1,
    (31 + ((index * 29) % 140) / 10).toFixed(1),
    210 + ((index * 17) % 60),
  ])

export const demoFiles: DemoFile[] = [
  result(
    'river-sensor-network',
    'Вторая лаборатория',
    'Report',
    version('river-report.pdf', PDF, -84, riverReport('Draft for the village council.', [180, 190, 150, 120])),
    version('river-report.pdf', PDF, -81, riverReport('Final edition.', [180, 190, 150, 175]), 'April added, costs corrected.'),
  ),
  result(
    'river-sensor-network',
    'Вторая лаборатория',
    'Source code',
    version('station-firmware.zip', 'application/zip', -82, () =>
      writeZip(
        Object.entries({
          'README.md': '# Station firmware\n\nReads the level every ten minutes, sleeps in between.\n',
          'main.py': 'from machine import deepsleep\nfrom station import measure, send\n\nsend(measure())\ndeepsleep(600_000)\n',
          'station.py':
            'def measure():\n    return {"level": 0, "temperature": 0, "turbidity": 0}\n\n\ndef send(reading):\n    print(reading)\n',
        }),
      ),
    ),
  ),
  result(
    'river-sensor-network',
    'Rover Works',
    'Poster',
    version('river-poster.png', PNG, -83, () => poster([150, 200, 230], [40, 96, 112], [320, 230, 140])),
  ),
  result(
    'river-sensor-network',
    'Rover Works',
    'Data set',
    version('river-readings.csv', CSV, -80, () => csv(['station', 'month', 'level_cm', 'temperature_c'], ...gaugeRows())),
  ),
  result(
    'open-data-portal',
    'Quiet Corridor',
    'Presentation',
    version('open-data-day.pdf', PDF, -152, () =>
      pdf(
        'Open Data Portal: what we learned',
        [
          '140 data sets, 23 offices, one search.',
          'A clerk needs two minutes for a new version.',
          'Most wanted: budget, school places, road works.',
        ],
        [220, 170, 140, 60, 40],
      ),
    ),
  ),
  result(
    'night-bus-planner',
    'Tidewater',
    'Report',
    version('night-bus-report.pdf', PDF, -63, () =>
      pdf(
        'Night Bus Planner: method and results',
        ['900 answers, 14 weeks of counts, 4 proposed routes.', 'Passengers after midnight, before and after:'],
        [90, 92, 95, 118, 124],
      ),
    ),
  ),
  result(
    'drone-shoreline-survey',
    'Tidewater',
    'Poster',
    version('shoreline-poster.png', PNG, -172, () => poster([235, 215, 180], [120, 92, 60], [260, 150])),
  ),
  result(
    'drone-shoreline-survey',
    'Tidewater',
    'Presentation',
    version('shoreline-spring.png', PNG, -171, () => poster([170, 210, 235], [86, 120, 110], [300, 210, 120])),
  ),
  result(
    'drone-shoreline-survey',
    'Tidewater',
    'Report',
    version('flight-manual.md', MARKDOWN, -171, () =>
      text(
        '# Flight manual',
        '',
        '1. Fly at low tide, two hours around the lowest water.',
        '2. Height 60 m, overlap 80 %, camera straight down.',
        '3. Measure the six ground points before the flight.',
        '',
        'No flights from March to July: birds are breeding.',
      ),
    ),
  ),
  result(
    'golos-derevni',
    'Радиорубка',
    'Report',
    version('отчёт-голос-деревни.md', MARKDOWN, -103, () =>
      text(
        '# Голос деревни',
        '',
        '- оцифровано 260 часов записей',
        '- расшифровано 88 часов',
        '- на карте 117 деревень',
        '- в словарике 1900 слов',
      ),
    ),
  ),
  result(
    'golos-derevni',
    'Радиорубка',
    'Data set',
    version('словарик.csv', CSV, -101, () =>
      csv(
        ['слово', 'значение', 'где записано'],
        ['баско', 'красиво', 'Верхний Бор'],
        ['морошник', 'болото с морошкой', 'Заозёрье'],
        ['лонись', 'в прошлом году', 'Верхний Бор'],
        ['повить', 'сарай для сена', 'Каменка'],
      ),
    ),
  ),
  result(
    'chistye-berega',
    'Paper Boats',
    'Data set',
    version('находки-по-участкам.csv', CSV, -7, () =>
      csv(
        ['участок', 'пластик', 'стекло', 'металл'],
        ...Array.from({ length: 47 }, (_, n) => [n + 1, 40 + ((n * 31) % 190), (n * 7) % 45, (n * 5) % 30]),
      ),
    ),
  ),
  result(
    'chistye-berega',
    'Paper Boats',
    'Presentation',
    version('берега-весной.png', PNG, -9, () => poster([245, 214, 190], [96, 128, 104], [250, 180, 120])),
  ),
  result(
    'chistye-berega',
    'Paper Boats',
    'Poster',
    version('плакат-берега.png', PNG, -6, () => poster([190, 225, 235], [70, 130, 90], [280, 200, 90])),
  ),
  result(
    'biblioteka-veshchey',
    'Северный ветер',
    'Report',
    version('итоги.txt', TEXT, -31, () =>
      text('Библиотека вещей: итоги', '', 'Выдач за сезон: 1240', 'Возвращено вовремя: 91 %', 'Отремонтировано: 38'),
    ),
  ),
  result(
    'arhiv-teatra',
    'Маяк',
    'Report',
    version('отчёт-архив-театра.md', MARKDOWN, -66, () =>
      text(
        '# Архив народного театра',
        '',
        'Собрано 4300 предметов, описано 214 спектаклей.',
        '',
        '## Что дальше',
        '',
        '- подсказки зрителей',
        '- записи на плёнке',
      ),
    ),
  ),
  result(
    'arhiv-teatra',
    'Маяк',
    'Poster',
    version('афиша-выставки.png', PNG, -64, () => poster([90, 40, 60], [200, 150, 70], [240, 120])),
  ),
  result(
    'perevodchik-zhestov',
    'Open Hand',
    'Technical specification',
    version('gesture-model.txt', TEXT, -193, () =>
      text('Input: 30 frames, 256 x 256', 'Classes: 100', 'Accuracy on new signers: 91 %', 'Runs on the device.'),
    ),
  ),
  result(
    'museum-pocket-guide',
    'Маяк',
    'Presentation',
    version('first-walk.pdf', PDF, -20, () =>
      pdf('Museum Pocket Guide: first walk', ['Three rooms, nine stops, fourteen visitors.'], [40, 70, 60]),
    ),
    version(
      'first-walk.pdf',
      PDF,
      -12,
      () =>
        pdf(
          'Museum Pocket Guide: first walk',
          ['Five rooms, sixteen stops, forty-one visitors.', 'Right room in 88 of 100 cases.'],
          [40, 70, 60, 110, 130],
        ),
      'Results of the second Saturday.',
    ),
  ),
  result(
    'museum-pocket-guide',
    'Маяк',
    'Technical specification',
    version('beacons.md', MARKDOWN, -24, () =>
      text('# Beacons', '', '| room | beacons |', '|---|---|', '| Entrance | 2 |', '| Ships | 3 |', '| Maps | 1 |'),
    ),
  ),
  result(
    'museum-pocket-guide',
    'Tidewater',
    'Presentation',
    version('ios-beacons.pdf', PDF, -9, () => pdf('Beacons on the phone', ['What a browser may see, and what it may not.'], [100, 60, 80])),
  ),
  result(
    'printed-prosthetic-hand',
    'Open Hand',
    'Report',
    version('grip-tests.pdf', PDF, -11, () =>
      pdf('Grip tests, third series', ['Force at the handlebar in newton, by finger.'], [150, 180, 165, 120, 95]),
    ),
  ),
  result(
    'bee-hive-monitor',
    'Solo Hive',
    'Data set',
    version('hives.csv', CSV, -4, () => csv(['hive', 'week', 'weight_kg', 'hum_hz'], ...hiveRows())),
  ),
  description(
    'city-tree-census',
    version('survey-form.md', MARKDOWN, -14, () =>
      text(
        '# Survey form',
        '',
        '- position',
        '- species, or a photo of leaf and bark',
        '- trunk diameter at 130 cm',
        '- condition: good, damaged, dying, dead',
      ),
    ),
  ),
  description(
    'tram-accessibility-audit',
    version('check-list.csv', CSV, -80, () =>
      csv(['criterion', 'unit', 'good', 'bad'], ['step height', 'cm', 5, 20], ['platform width', 'cm', 250, 150], ['light', 'lux', 50, 10]),
    ),
  ),
  description(
    'hospital-queue-board',
    version('brief.pdf', PDF, -34, () =>
      pdf('Hospital Queue Board: brief', ['Waiting time by hour of the day, in minutes.'], [60, 110, 150, 130, 90, 70]),
    ),
  ),
  description(
    'museum-pocket-guide',
    version('new-wing.png', PNG, -75, () => poster([205, 215, 225], [60, 80, 110], [330, 220, 110])),
  ),
  description(
    'karta-dvorov',
    version('памятка.txt', TEXT, -16, () =>
      text('Памятка для обхода', '', '1. Идите вдвоём.', '2. Измеряйте высоту рулеткой.', '3. Людей не фотографируем.'),
    ),
  ),
  description(
    'dym-nad-lesom',
    version('данные.md', MARKDOWN, -12, () =>
      text('# Данные', '', '- 60 000 кадров, восемь вышек, три года', '- разметка: дым, туман, облако, пыль, ничего'),
    ),
  ),
  attachment(
    'greenhouse-rover',
    'Rover Works',
    version('letter.txt', TEXT, -18, () => text('Dear Dr Thorne,', '', 'our chassis drives along rails of 50 to 60 cm.')),
  ),
  attachment(
    'greenhouse-rover',
    'Rover Works',
    version('portfolio.pdf', PDF, -18, () => pdf('Rover Works', ['Three robots, two of them still running.'], [60, 120, 160])),
  ),
  attachment(
    'muzey-radio',
    'Радиорубка',
    version('план-работ.md', MARKDOWN, -14, () => text('# План работ', '', '1. Съёмка', '2. Звук', '3. Сборка')),
  ),
  attachment(
    'datchiki-vozduha',
    'Вторая лаборатория',
    version('план.md', MARKDOWN, -3, () => text('# План', '', '1. Калибровка', '2. Десять станций')),
  ),
  attachment(
    'datchiki-vozduha',
    'Вторая лаборатория',
    version('смета.csv', CSV, -3, () =>
      csv(['деталь', 'штук', 'цена'], ['датчик пыли', 30, 1450], ['плата', 30, 620], ['корпус', 30, 180]),
    ),
  ),
]
