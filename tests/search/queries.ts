// Queries and the project they should find, labelled by reading the projects. `none` means: no result is allowed.
// The demo data is what a first visitor sees; the generated data is `generateWorld(2000)`. A failing query stays in the list.

export type QueryKind = 'exact' | 'inflected' | 'typo' | 'layout' | 'transliterated' | 'prefix' | 'none'
export type LabelledQuery = { world: 'demo' | 'generated'; kind: QueryKind; query: string; expect: string | null }

const demo: Record<QueryKind, string> = {
  exact: `
tree census | city-tree-census
food waste map | food-waste-map
river sensor | river-sensor-network
Hartwell budget | open-data-portal
wheelchair tram stops | tram-accessibility-audit
tomato mildew robot | greenhouse-rover
beekeepers swarming | bee-hive-monitor
St Brannoc | hospital-queue-board
3D-printed hand | printed-prosthetic-hand
eigenvalue | sign-language-glossary
расписание | raspisanie-v-karmane
редкая группа крови | donorskiy-kalendar
дым лесного пожара | dym-nad-lesom
говоры северных деревень | golos-derevni
логопед | trenazher-rechi
афиши эскизы | arhiv-teatra
дрель напрокат | biblioteka-veshchey
тренажер речи | trenazher-rechi
`,
  inflected: `
counting trees | city-tree-census
bicycle | campus-bike-sharing
volunteers shifts | volunteer-shift-planner
searching lectures | lecture-notes-search
allergies labelling | allergy-menu-labels
cliff | drone-shoreline-survey
recording memories | oral-history-recorder
датчик воздуха | datchiki-vozduha
экскурсия завод | ekskursii-na-zavod
переводчики жестовых языков | perevodchik-zhestov
теплицы для детских садов | umnaya-teplitsa
доноры | donorskiy-kalendar
помощь абитуриентам | pomoshchnik-abiturienta
старые радиоприемники музеи | muzey-radio
берег озера | chistye-berega
`,
  typo: `
libary chatbot | library-chatbot
acessibility tram | tram-accessibility-audit
greenhose rover | greenhouse-rover
volunter planner | volunteer-shift-planner
dormitroy energy | dormitory-energy-dashboard
alergy labels | allergy-menu-labels
tutring marketplace | tutoring-marketplace
рассписание | raspisanie-v-karmane
планитарий | shkolny-planetariy
первокурстник | nastavnik-pervokursnika
сортеровщик | robot-sortirovshchik
тенажер речи | trenazher-rechi
школное питание | shkolnoe-pitanie
донорский календрь | donorskiy-kalendar
`,
  layout: `
hj,jn | robot-sortirovshchik
hfcgbcfybt | raspisanie-v-karmane
veptq hflbj | muzey-radio
ujkjc lthtdyb | golos-derevni
irjkmysq gkfytnfhbq | shkolny-planetariy
xbcnst ,thtuf | chistye-berega
дшикфкн | library-chatbot
тшпре здфттук | night-bus-planner
пкуутрщгыу | greenhouse-rover
срщшк | choir-archive
вкщту ыгкмун | drone-shoreline-survey
`,
  transliterated: `
raspisanie | raspisanie-v-karmane
muzey radio | muzey-radio
golos derevni | golos-derevni
robot sortirovshchik | robot-sortirovshchik
umnaya teplitsa | umnaya-teplitsa
perevodchik zhestov | perevodchik-zhestov
ekskursii na zavod | ekskursii-na-zavod
shkolnyy planetariy | shkolny-planetariy
чатбот | library-chatbot
дашборд | dormitory-energy-dashboard
маркетплейс | tutoring-marketplace
`,
  prefix: `
campus bi | campus-bike-sharing
tutor | tutoring-marketplace
dormi | dormitory-energy-dashboard
prosth | printed-prosthetic-hand
oral hist | oral-history-recorder
night bus pl | night-bus-planner
речной трам | rechnoy-tramvay
координа | koordinator-vyezdov
наставн | nastavnik-pervokursnika
лаборатор | laboratorny-stend
читальный за | chitalny-zal-onlayn
чистые бер | chistye-berega
`,
  none: `
blockchain | -
submarine | -
cryptocurrency wallet | -
kindergarten dinosaurs | -
quantum | -
шахматы | -
космический корабль | -
виноградник | -
нейрохирургия | -
c++ | -
zzzzqqqq | -
tram submarine | -
`,
}

const generated: Record<QueryKind, string> = {
  exact: `
Bramikrar submarine | bramikrar-tutor-74
Bramikrar | bramikrar-tutor-74
spatial windmill | tekepus-windmill-148
planetary panel | krudistot-panel-222
lightweight console | trobrizol-console-296
fluent compiler | brukrir-compiler-370
reusable podcast | prazopror-podcast-518
шахматное путешествие | nosodam-robot-37
пешеходная комната | flakrol-playground-111
Стуститрен | stustitren-calendar-259
подземный документ | luvot-violin-333
снежная команда | kigivis-pipeline-481
волшебная витрина | sobrakim-glove-925
Takret | trobrizol-console-296
Жакрузар | noflil-magnet-407
`,
  inflected: `
spatially windmills | tekepus-windmill-148
cheap templates | dinatam-template-666
bright storyboards | vatim-storyboard-1258
calming charts | flitrazhim-chart-1702
noisy instruments | glodredris-instrument-1998
agile towers | glidrabor-tower-444
шахматного путешествия | nosodam-robot-37
пешеходные комнаты | flakrol-playground-111
подземных документов | luvot-violin-333
снежной командой | kigivis-pipeline-481
волшебных витрин | sobrakim-glove-925
мобильные типографии | kusulox-dialogue-1369
бесшумных батарей | domedrem-painting-1295
серебряного ощущения | lobom-synthesizer-1887
`,
  typo: `
Bramikrer | bramikrar-tutor-74
Tekeups | tekepus-windmill-148
lightwieght console | trobrizol-console-296
planetry panel | krudistot-panel-222
reusable podcst | prazopror-podcast-518
wearable pavillion | glubren-pavilion-1480
интерактивный задачнек | petrun-gateway-777
шахмотное путешествие | nosodam-robot-37
модулное хозяйство | brekinul-algorithm-629
исторический треножер | misen-microscope-999
удобная аптекка | treprem-toolbox-1443
Лофлапен | loflapren-debate-1739
`,
  layout: `
yjcjlfv | nosodam-robot-37
cyt;yfz rjvfylf | kigivis-pipeline-481
djkit,yfz dbnhbyf | sobrakim-glove-925
gbcmvtyysq lytdybr | loflapren-debate-1739
лкгвшыеще | krudistot-panel-222
адгуте сщьзшдук | brukrir-compiler-370
фтсшуте кфвшщ | mopot-radio-1850
удфыешс ешслуе | bredror-ticket-962
,tcievyfz ,fnfhtz | domedrem-painting-1295
`,
  transliterated: `
nosodam | nosodam-robot-37
flakrol | flakrol-playground-111
snezhnaya komanda | kigivis-pipeline-481
volshebnaya vitrina | sobrakim-glove-925
mobilnaya tipografia | kusulox-dialogue-1369
istoricheskiy trenazher | misen-microscope-999
брамикрар | bramikrar-tutor-74
крудистот | krudistot-panel-222
глидрабор | glidrabor-tower-444
`,
  prefix: `
brami | bramikrar-tutor-74
spatial windm | tekepus-windmill-148
planetary pan | krudistot-panel-222
flitrazh | flitrazhim-chart-1702
reusable podc | prazopror-podcast-518
сустит | sustit-station-851
шахматное путе | nosodam-robot-37
модульное хозяй | brekinul-algorithm-629
лофлап | loflapren-debate-1739
бережная запис | stenat-whiteboard-555
`,
  none: `
dinosaur | -
vampire lighthouse | -
chlorophyll | -
saxophone | -
zymurgy | -
крокодил | -
шаурма | -
бегемот | -
парашют | -
космодром снежная | -
кот снежная | -
cat spatial | -
xyz | -
`,
}

export function readQueries(world: LabelledQuery['world'], byKind: Partial<Record<QueryKind, string>>): LabelledQuery[] {
  return Object.entries(byKind).flatMap(([kind, lines]) =>
    lines
      .trim()
      .split('\n')
      .map((line) => {
        const [query, expect] = line.split(' | ') as [string, string]
        return { world, kind: kind as QueryKind, query, expect: expect === '-' ? null : expect }
      }),
  )
}

export const queries: LabelledQuery[] = [...readQueries('demo', demo), ...readQueries('generated', generated)]
