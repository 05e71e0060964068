import { type LabelledQuery, readQueries } from './queries.ts'

// Held-out queries, written after the ranking was fixed and not used for tuning: they estimate the quality for unseen queries.

export const heldOut: LabelledQuery[] = [
  ...readQueries('demo', {
    exact: `
choir scores tapes | choir-archive
нарушения речи | trenazher-rechi
drone coast | drone-shoreline-survey
литейный цех | ekskursii-na-zavod
`,
    inflected: `
river stations | river-sensor-network
bakery canteen | food-waste-map
электроприводы | laboratorny-stend
пандус для колясок | karta-dvorov
signed languages | sign-language-glossary
`,
    typo: `
hostpital queue | hospital-queue-board
museeum guide | museum-pocket-guide
библеотека вещей | biblioteka-veshchey
электропривот | laboratorny-stend
абитурент | pomoshchnik-abiturienta
`,
    layout: `
ntgkbwf | umnaya-teplitsa
djkjyn\`h dstpl | koordinator-vyezdov
срфеище | library-chatbot
`,
    transliterated: `
biblioteka veshchei | biblioteka-veshchey
donor krovi | donorskiy-kalendar
rechnoy tramvai | rechnoy-tramvay
архив чойр | choir-archive
`,
    prefix: `
volunteer sh | volunteer-shift-planner
донорс | donorskiy-kalendar
allerg | allergy-menu-labels
`,
    none: `
bitcoin | -
парикмахерская | -
orchestra conductor | -
`,
  }),
  ...readQueries('generated', {
    exact: `
social umbrella | gadegax-umbrella-86
честное кресло | brifel-parcel-5
`,
    inflected: `
parallel orchards | prasopim-orchard-410
воздушных посылок | zhustes-controller-491
печатные справочники | zifepin-tournament-653
`,
    typo: `
Glistix turbine | glistox-turbine-896
вежлевый цех | probabral-pager-977
playfull balance | zepax-balance-1220
`,
    layout: `
ktcyjt ktnj | geton-vehicle-1139
ощнагд ыефвшгь | glebukis-stadium-1544
`,
    transliterated: `
sodazul | sodazul-mailbox-167
nochnoe pero | fuzal-bracelet-1463
траплепокс | traflepox-parcel-1868
`,
    prefix: `
weekly repos | livel-repository-734
речный чемо | prabrom-whiteboard-1949
`,
    none: `
hippopotamus | -
вертолетоносец | -
qwrtpsdfg | -
`,
  }),
]
