// Generated projects, half English and half Russian, deterministic for a seed. The vocabulary is large enough to load search and database
// like real texts. Every project has a unique invented name, so that a rare word finds it.

export type GeneratedProject = {
  slug: string
  name: string
  shortDescription: string
  description: string
  client: string
  developerRequirements: string[]
  projectRequirements: string[]
  tags: string[]
  /** Days from today. */
  dateStart: number | null
  dateEnd: number | null
  enrollmentStart: number | null
  enrollmentEnd: number | null
  teamLimit: number | null
}

const list = (words: string) => words.trim().split(/\s+/)
const phrases = (text: string) => text.split(',').map((phrase) => list(phrase).join(' '))

export const worldTags = phrases(`web, mobile, backend, frontend, machine learning, data analysis, computer vision, robotics, IoT, embedded,
game development, VR, AR, security, blockchain, DevOps, cloud, UX, design, education, health, ecology, transport, energy, finance, science,
веб, мобильная разработка, машинное обучение, анализ данных, робототехника, безопасность, игры, дизайн, образование, медицина, экология,
транспорт, энергетика, наука`)

const en = {
  adjectives:
    list(`accessible adaptive agile ambient ancient anonymous automatic balanced basic better bilingual bold brave bright calm careful
cheap clean clever collaborative compact complete connected continuous creative curious daily deep digital direct distributed durable dynamic early
elastic electric elegant everyday fair fast flexible fluent friendly frugal gentle global green handy healthy hidden honest hybrid independent
industrial inexpensive instant interactive intelligent invisible joyful large lean light lightweight linear live local logical long loyal magnetic
manual massive mechanical minimal modern modular musical narrow natural nearby neutral nimble noisy offline open optical organic parallel passive
patient peaceful personal physical planetary playful portable practical precise predictive private programmable public quick quiet random readable
reliable remote renewable resilient responsive reusable robust rural safe scalable seasonal secure seamless sincere silent simple slow small smart
smooth social solar solid spatial stable steady sturdy subtle sustainable swift symbolic synthetic tactile technical thermal tiny tolerant
traditional transparent tropical typical uniform universal urban urgent useful vertical virtual visible visual vivid warm wearable weekly wireless`),
  nouns:
    list(`accelerometer account adapter agenda alarm album algorithm almanac analyzer antenna aquarium archive arena atlas auction avatar badge
balance balloon barometer basket battery beacon bicycle binder blueprint board boat booking bottle bracelet bridge broadcast browser bucket builder
bulletin cabinet cache calculator calendar camera campus canvas capsule cargo cartoon catalogue ceiling chamber channel charger chart checklist
clinic clock cluster compass compiler composer concert console container controller converter corridor counter courier crane crawler curriculum
dashboard database debate deck decoder detector dialogue diary dictionary directory dispatcher display document drone editor elevator emulator
engine envelope estimator exam exchange exhibition explorer factory farm feedback ferry festival filter firmware flashlight folder forecast forge
forum fountain gallery garden gateway generator glacier glossary glove greenhouse grid guide hammer harbour hatchery helmet hospital hostel
incubator indexer inspector instrument interpreter inventory invoice island journal kayak kernel keyboard kiosk kitchen laboratory lantern laser
launcher leaflet lens library lighthouse locker logbook lottery magazine magnet mailbox manual marathon marker market mentor menu microphone
microscope mirror mixer module monitor mosaic museum navigator network newsletter notebook observatory orchard orchestra organizer oven package
pager painting palette panel parcel parking parser passport pavilion pencil piano pipeline planner planetarium platform player playground podcast
portal poster printer prism profile projector prototype puppet puzzle queue radar radio railway receipt recipe recorder reminder repository
reservoir restaurant ribbon roadmap robot rocket router sandbox satellite scanner scheduler scoreboard sensor shelter shuttle signal simulator
sketch skeleton speaker spectrum spreadsheet stadium stage station storyboard studio subscription subtitle suitcase survey switch synthesizer
tablet telescope template terminal thermometer thermostat theatre ticket timeline timetable toolbox tournament tower tracker tractor tram
translator trampoline treasury tunnel turbine tutor umbrella vault vehicle village violin visualizer volunteer wallet warehouse watch waterfall
wardrobe whiteboard windmill workbench workshop`),
  domains: phrases(`beekeeping, public transport, hospital logistics, student housing, food delivery, forest monitoring, city lighting, rail
maintenance, sign language, school catering, water quality, waste sorting, museum tours, sports medicine, chess training, early reading, language
exchange, crop disease, air pollution, bird migration, cargo ports, wind power, elderly care, emergency calls, open science, court records, film
restoration, sound design, tax returns, power grids, ocean currents, snow removal, elevator safety, textile recycling, rare books, wheelchair access,
bus shelters, dental care, allergy alerts, fire prevention, satellite imagery, archaeological finds, family trees, small theatres, coffee roasting,
urban gardening, blood donation, lost property, campus dining, exam preparation, soil chemistry, protein folding, noise maps, bridge inspection`),
  verbs:
    list(`accelerate aggregate align analyse announce archive arrange assemble assess attach automate balance broadcast browse calculate
calibrate capture classify collect combine compare compose compress configure convert coordinate correct count deliver deploy describe detect
digitise discover display distribute document download draw encrypt estimate evaluate examine exchange explain explore export extract filter forecast
gather generate guide identify illustrate import improve inspect install integrate label launch locate maintain measure merge migrate monitor navigate
notify observe optimise organise package paint parse plan plot predict prepare present prevent print process publish recognise recommend reconcile
record recover recycle reduce refactor remind render repair replay report reserve restore retrieve review route sample schedule score search secure
segment share simplify simulate sketch solve sort store stream summarise supervise synchronise teach test trace track train translate validate
visualise weigh`),
  technologies:
    list(`TypeScript Python Java Kotlin Swift Rust Go C++ C# .NET Node.js React Vue.js PostgreSQL Redis Docker Kubernetes Linux Arduino
OpenCV PyTorch Blender Unity Figma LaTeX MATLAB Flutter GraphQL MQTT Bluetooth WebGL SQLite Elixir Haskell Scala Ansible Grafana Kafka`),
}

// Russian words with their declension in short: the stem and the class of its endings (see `cases`).
const ru = {
  masculine:
    list(`автомат агрегатор адаптер алгоритм альбом анализатор архив атлас аукцион барометр блокнот браслет браузер букварь велосипед вертолет
вокзал генератор глоссарий график датчик двигатель дирижабль диспетчер дневник документ дрон ежедневник журнал завод задачник зал замок институт
инструмент интерфейс искатель исполнитель кабинет календарь калькулятор канал каталог квартал класс клуб колледж компас компилятор конвейер конвертер
конкурс конструктор контейнер концерт корабль корпус курс курьер лагерь лабиринт лекторий лифт локатор магазин макет маркер маршрут маяк микроскоп
микрофон модуль монитор мост музей навигатор направитель наставник обзор обогреватель облик обменник огород оркестр остров отчет павильон пазл парк
парсер паспорт передатчик переводчик переход планетарий планировщик плеер погреб подкаст показатель помощник портал поезд прибор принтер прогноз
проектор протокол прототип процессор путеводитель радар распознаватель рассказ регистратор редактор рейтинг репетитор рецепт робот ролик роутер рынок
сад самолет самокат сборник светильник сервер сервис сигнал симулятор синтезатор сканер скелет словарь смотритель совет спектакль спектр справочник
спутник стадион стенд счетчик тайник театр телескоп тепловизор термометр тоннель трактор трамвай транслятор тренажер турнир турникет увлажнитель
указатель университет учебник фасад фестиваль фильтр фонарь фонтан форум хостел центр цех чат чемодан шаблон шкаф экзамен экран эмулятор`),
  feminine:
    list(`аптека аудитория база батарея библиотека биржа больница бумага витрина галерея гитара гостиница грамота группа диаграмма доска
заметка записка игра игрушка камера карта карточка картина касса кафедра кладовка клавиатура клиника книга кнопка коллекция команда комната компания
корзина коробка лаборатория лампа ласточка легенда лента лестница линейка лодка лупа маслобойка матрица машина мебель мозаика монета музыка мышка
напоминалка обсерватория одежда оранжерея очередь палатка памятка панель папка перчатка песня планета платформа площадка поликлиника посылка почта
программа прогулка проверка пружина пустыня работа радиостанция ракета рамка расписка река рубрика рукавица ручка сетка система скамейка скважина
скрипка служба смета станция стена стоянка страница студия сцена таблица тарелка теплица тетрадь типография трава турбина улица упаковка усадьба
установка учеба ферма фигура флейта формула футболка хроника цистерна черепаха чаша шкала школа шпаргалка экскурсия электричка эмблема энциклопедия`),
  neuter:
    list(`агентство болото ведро вещество волокно государство дерево дуновение дело зеркало зерно знание измерение изображение издание имение кресло крыло
лекарство лето масло место месторождение молоко море небо облако обновление оборудование объявление озеро окно описание оповещение оружие освещение
отделение отопление ощущение перо письмо поле полотно поселение представление приглашение приложение произведение производство пространство
путешествие расписание распределение расследование решение руководство сборище сообщение соревнование состязание средство стекло строение сырье
ускорение устройство утро хранилище хозяйство чтение число чудо яблоко`),
  adjectives:
    list(`автономн адаптивн активн аккуратн актуальн безопасн бережн бесплатн бесшумн быстр важн вежлив вертикальн весел вечерн виртуальн
водян воздушн волшебн временн всеобщ гибк гибридн главн глубок городск государственн готов грамотн далек действующ делов детск дешев динамичн домашн
дорог доступн древн дружн единичн естественн железн живописн заводск загородн заметн звуков зелен зимн знакомист золот игров идеальн известн изящн
инженерн интерактивн искусственн историческ карманн качественн квантов клиническ книжн коллективн комнатн компактн космическ крупн лабораторн легк
лесн летн линейн личн логическ локальн любим магнитн маленьк медленн международн местн мобильн модульн молодежн морск мощн музейн музыкальн наглядн
надежн народн настольн научн независим нейронн неизвестн необычн непрерывн новейш ночн облачн обучающ общественн объемн обычн онлайнов оптическ
осенн отдельн открыт первичн переносн песчан печатн пешеходн письменн плавн погодн подводн подробн подземн полезн полярн понятн портативн постоянн
почтов правдив праздничн практическ простран профессиональн проходн прочн птич пятнист рабоч радужн разговорн районн редк речн ровн родн российск
ручн садов самостоятельн свежист светл свободн северн сезонн секретн сельск семейн серебрян серьезн сетев сильн скоростн скромн сложн слоист смелост
снежн совместн современн солнечн социальн спокойн спортивн справочн степн столичн страхов строительн студенческ сухопутн таежн творческ текстов
темн теплов технологическ тих точн транспортн трудов тематическ уверенн удаленн удобн уличн умн универсальн устойчив утренн учебн фабричн физическ
финансов фотографическ хозяйственн холодн хрупк цветн цветочн целебн цифров частн честн чист шахматн школьн экологическ экономическ электронн`),
  domains: phrases(`пчеловодства, городского транспорта, больничной логистики, студенческих общежитий, доставки еды, наблюдения за лесом,
уличного освещения, ремонта железных дорог, жестового языка, школьного питания, качества воды, сортировки мусора, музейных экскурсий, спортивной
медицины, обучения шахматам, раннего чтения, языкового обмена, болезней растений, загрязнения воздуха, перелета птиц, морских портов,
ветряной энергии, ухода за пожилыми, экстренных вызовов, открытой науки, судебных архивов, реставрации кино, звукового дизайна, налоговых деклараций,
электрических сетей, океанских течений, уборки снега, переработки текстиля, редких книг, доступной среды, автобусных остановок, стоматологии,
пожарной охраны, спутниковых снимков, археологических находок, семейных архивов, малых театров, донорства крови, бюро находок, подготовки к экзаменам,
химии почв, карт шума, осмотра мостов, ледовой разведки, народных промыслов, краеведения, горного туризма, речных перевозок, молочных ферм`),
  verbs:
    list(`анализировать архивировать балансировать визуализировать восстанавливать выбирать вычислять группировать демонстрировать делить
документировать доставлять загружать записывать замечать заменять заполнять измерять изучать иллюстрировать искать исправлять исследовать
классифицировать контролировать конструировать копировать моделировать наблюдать находить настраивать обновлять обрабатывать обсуждать объединять
объяснять оповещать описывать определять организовывать отправлять отслеживать оценивать очищать переводить печатать планировать повторять подбирать
показывать получать предлагать предсказывать преобразовывать проверять прогнозировать просматривать публиковать разбирать размечать распознавать
распределять рассказывать рассчитывать регистрировать редактировать рисовать сжимать синхронизировать сканировать складывать собирать сортировать
сохранять составлять сравнивать строить считать тестировать угадывать упаковывать управлять ускорять учитывать фильтровать хранить шифровать`),
}

type Pick = <T>(items: readonly T[]) => T

/** mulberry32: a small, fast, deterministic random generator. */
function createDice(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, pick: ((items) => items[below(items.length)]) as Pick, chance: (share: number) => next() < share }
}
type Dice = ReturnType<typeof createDice>

const syllables = {
  onsets: list('b br d dr f fl g gl k kr l m n p pr r s st t tr v z zh'),
  vowels: list('a e i o u'),
  ends: list('l m n r s t x'),
}
const cyrillic: Record<string, string> = Object.fromEntries(
  'a:а b:б d:д e:е f:ф g:г i:и k:к l:л m:м n:н o:о p:п r:р s:с t:т u:у v:в z:з x:кс h:'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)

/** An invented name in Latin letters, pronounceable in both languages. */
function inventName(dice: Dice): string {
  let name = ''
  const length = 2 + dice.below(2)
  for (let i = 0; i < length; i++) name += dice.pick(syllables.onsets) + dice.pick(syllables.vowels)
  return name + dice.pick(syllables.ends)
}
const inRussian = (name: string) => [...name.replaceAll('zh', 'ж')].map((letter) => cyrillic[letter] ?? letter).join('')
const plural = (noun: string) =>
  /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : /(s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const adjectiveEndings = {
  masculine: list('ый ого ому ым ом'),
  feminine: list('ая ой ой ой ой'),
  neuter: list('ое ого ому ым ом'),
  plural: list('ые ых ым ыми ых'),
}
/** Nominative, genitive, dative, instrumental, prepositional. */
type Case = 0 | 1 | 2 | 3 | 4

function declineAdjective(stem: string, gender: keyof typeof adjectiveEndings, at: Case): string {
  const ending = adjectiveEndings[gender][at] as string
  return stem + (/[кгхжшщч]$/.test(stem) ? ending.replace(/^ы/, 'и') : ending)
}

/** Regular declension by the last letter: close enough to Russian for realistic word forms. */
function declineNoun(noun: string, at: Case, plural: boolean): string {
  const end = noun.slice(-1)
  const stem = /[аяеойь]$/.test(noun) ? noun.slice(0, -1) : noun
  const i = /[кгхжшщч]$/.test(stem) ? 'и' : 'ы'
  const soft = /[яйь]$/.test(noun)
  if (noun.endsWith('ие')) return stem + (plural ? list('я й ям ями ях') : list('е я ю ем и'))[at]
  if (noun.endsWith('ия')) return stem + (plural ? list('и й ям ями ях') : list('я и и ей и'))[at]
  if (end === 'а' || end === 'я') {
    const [first, rest] = soft ? ['и', 'я'] : [i, 'а']
    return plural
      ? stem + [first, soft ? 'ь' : '', `${rest}м`, `${rest}ми`, `${rest}х`][at]
      : stem + [end, first, 'е', soft ? 'ей' : 'ой', 'е'][at]
  }
  if (end === 'о' || end === 'е') return stem + (plural ? list('а _ ам ами ах') : [end, 'а', 'у', 'ом', 'е'])[at]?.replace('_', '')
  if (soft) return stem + (plural ? list('и ей ям ями ях') : [end, 'я', 'ю', 'ем', 'е'])[at]
  return stem + (plural ? [i, 'ов', 'ам', 'ами', 'ах'] : ['', 'а', 'у', 'ом', 'е'])[at]
}

function russianPhrase(dice: Dice, at: Case, plural = dice.chance(0.4)): string {
  const gender = dice.pick(['masculine', 'feminine', 'neuter'] as const)
  const adjective = declineAdjective(dice.pick(ru.adjectives), plural ? 'plural' : gender, at)
  return `${adjective} ${declineNoun(dice.pick(ru[gender]), at, plural)}`
}

const englishSentences: ((dice: Dice, name: string) => string)[] = [
  ({ pick }, name) =>
    `${name} helps people ${pick(en.verbs)} every ${pick(en.adjectives)} ${pick(en.nouns)} they meet in ${pick(en.domains)}.`,
  ({ pick }) =>
    `The team will ${pick(en.verbs)} and ${pick(en.verbs)} ${pick(en.adjectives)} ${plural(pick(en.nouns))} with ${pick(en.technologies)}.`,
  ({ pick }) => `Today a ${pick(en.nouns)} in ${pick(en.domains)} is kept by hand, which is slow and ${pick(en.adjectives)} only on paper.`,
  ({ pick }) =>
    `We want a ${pick(en.adjectives)} ${pick(en.nouns)} that can ${pick(en.verbs)} a ${pick(en.nouns)} without a ${pick(en.nouns)}.`,
  ({ pick }) =>
    `Students learn how to ${pick(en.verbs)} ${plural(pick(en.nouns))}, ${pick(en.verbs)} results and talk to ${pick(en.adjectives)} users.`,
  ({ pick }) =>
    `The result is a working ${pick(en.nouns)}, a short report and a ${pick(en.adjectives)} demonstration for ${pick(en.domains)}.`,
  ({ pick }) => `Data comes from the ${pick(en.adjectives)} ${pick(en.nouns)} and is stored in ${pick(en.technologies)}.`,
  ({ pick }) => `A first version already ${pick(en.verbs)}s the ${pick(en.nouns)}; the ${pick(en.nouns)} is still missing.`,
]

const russianSentences: ((dice: Dice, name: string) => string)[] = [
  (dice, name) => `Проект «${name}» помогает ${dice.pick(ru.verbs)} ${russianPhrase(dice, 0, true)} в области ${dice.pick(ru.domains)}.`,
  (dice) =>
    `Команда будет ${dice.pick(ru.verbs)} и ${dice.pick(ru.verbs)} данные с помощью ${russianPhrase(dice, 1)} и ${dice.pick(en.technologies)}.`,
  (dice) =>
    `Сейчас работа с ${russianPhrase(dice, 3)} ведется вручную, поэтому сотрудники тратят много времени на ${russianPhrase(dice, 0, true)}.`,
  (dice) =>
    `Нужно создать ${russianPhrase(dice, 0, false)} для ${dice.pick(ru.domains)}, чтобы ${dice.pick(ru.verbs)} без ${russianPhrase(dice, 1)}.`,
  (dice) => `Студенты научатся ${dice.pick(ru.verbs)}, ${dice.pick(ru.verbs)} и рассказывать о ${russianPhrase(dice, 4)}.`,
  (dice) => `Итогом станет ${russianPhrase(dice, 0, false)}, отчет и показ на кафедре ${dice.pick(ru.domains)}.`,
  (dice) => `Данные поступают от ${russianPhrase(dice, 1)} и хранятся в ${dice.pick(en.technologies)}.`,
  (dice) => `К ${russianPhrase(dice, 2)} прилагается ${russianPhrase(dice, 0, false)}; его еще предстоит доработать.`,
]

function describe(dice: Dice, name: string, russian: boolean): string {
  const sentences = russian ? russianSentences : englishSentences
  const paragraphs: string[] = []
  const goal = 85 + dice.below(60)
  for (let words = 0, at = 0; words < goal; at++) {
    const sentence = (at === 0 ? (sentences[0] as (typeof sentences)[number]) : dice.pick(sentences))(dice, name)
    words += sentence.split(' ').length
    paragraphs.push(at === 3 ? `## ${russian ? 'Задача' : 'The task'}\n\n${sentence}` : dice.chance(0.2) ? `- ${sentence}` : sentence)
  }
  return paragraphs.join('\n\n')
}

export function* generateWorld(count: number, seed = 1): Generator<GeneratedProject> {
  const dice = createDice(seed)
  for (let number = 0; number < count; number++) {
    const russian = number % 2 === 1
    const latin = inventName(dice)
    const own = capital(russian ? inRussian(latin) : latin)
    const noun = dice.pick(en.nouns)
    const subject = russian ? russianPhrase(dice, 0, false) : `${dice.pick(en.adjectives)} ${noun}`
    const domain = dice.pick(russian ? ru.domains : en.domains)
    const start = dice.chance(0.9) ? dice.below(400) - 200 : null
    yield {
      slug: `${latin}-${noun}-${number}`,
      name: russian ? `${own}: ${subject}` : `${own}, ${dice.chance(0.5) ? 'our' : 'the'} ${subject}`,
      shortDescription: russian
        ? `${capital(russianPhrase(dice, 0, false))} для ${domain}: ${dice.pick(ru.verbs)} и ${dice.pick(ru.verbs)} ${russianPhrase(dice, 0, true)}.`
        : `A ${dice.pick(en.adjectives)} ${dice.pick(en.nouns)} for ${domain}: ${dice.pick(en.verbs)} and ${dice.pick(en.verbs)} ${plural(dice.pick(en.nouns))}.`,
      description: describe(dice, own, russian),
      client: russian ? `ООО «${capital(inRussian(inventName(dice)))}»` : `${capital(inventName(dice))} Ltd`,
      developerRequirements: [dice.pick(en.technologies), dice.pick(en.technologies), russian ? 'работа в команде' : 'team work'],
      projectRequirements: [
        russian
          ? `${capital(dice.pick(ru.verbs))} ${russianPhrase(dice, 0, true)}`
          : `${capital(dice.pick(en.verbs))} the ${dice.pick(en.nouns)}`,
      ],
      tags: [
        ...new Set(Array.from({ length: 1 + dice.below(5) }, () => dice.pick(russian ? worldTags.slice(26) : worldTags.slice(0, 26)))),
      ],
      dateStart: start,
      dateEnd: start === null || dice.chance(0.1) ? null : start + 30 + dice.below(150),
      enrollmentStart: start === null ? null : start - 40,
      enrollmentEnd: start === null ? null : start - 5 + dice.below(20),
      teamLimit: dice.chance(0.8) ? 1 + dice.below(5) : null,
    }
  }
}
