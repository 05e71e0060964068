import type { IconName } from '#ui/icon.tsx'

// A series in one style: a disc of the tint, flat shapes of accent, sun and rose, and lines of ink. At most 1 KB each.

type Ink = 'soft' | 'main' | 'sun' | 'rose' | 'card' | 'line' | 'light' | 'dots'
type Drawing = [ink: Ink, path: string][]

const disc = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
const box = (x: number, y: number, w: number, h: number, r: number) => {
  const [a, b, c] = [w - 2 * r, h - 2 * r, `a${r} ${r} 0 0 1`]
  return `M${x + r} ${y}h${a}${c} ${r} ${r}v${b}${c} ${-r} ${r}h${-a}${c} ${-r} ${-r}v${-b}${c} ${r} ${-r}z`
}
const person = (x: number, y: number, r: number) => `${disc(x, y, r)}M${x - 2 * r} ${y + 3.6 * r}a${2 * r} ${2.2 * r} 0 0 1 ${4 * r} 0z`

const ground: Drawing = [['soft', disc(80, 60, 54)]]
const confetti = 'M22 34h.1M136 22h.1M146 82h.1M30 96h.1'

const drawings = {
  search: [
    ['card', box(48, 22, 58, 70, 9)],
    ['main', box(55, 29, 44, 24, 5)],
    ['sun', disc(66, 41, 6)],
    ['line', 'M56 64h36M56 75h20'],
    ['card', disc(108, 76, 17)],
    ['line', 'M121 89l13 13'],
  ],
  projects: [
    ['main', box(40, 20, 37, 37, 9)],
    ['sun', disc(58.5, 38.5, 9)],
    ['rose', box(83, 20, 37, 37, 9)],
    ['light', 'M91 46l10-14 10 14'],
    ['sun', box(40, 63, 37, 37, 9)],
    ['line', 'M49 88c4-14 8-14 10-6s6 6 9-8'],
    ['card', box(83, 63, 37, 37, 9)],
    ['line', 'M101.5 74v15M94 81.5h15'],
  ],
  team: [
    ['sun', person(46, 54, 10)],
    ['rose', person(114, 54, 10)],
    ['main', person(80, 44, 15)],
    ['light', 'M74 46q6 6 12 0'],
    ['dots', 'M40 24q40-22 80 0'],
  ],
  lock: [
    ['line', 'M62 56V44a18 18 0 0 1 36 0v12'],
    ['main', box(50, 55, 60, 45, 11)],
    ['sun', disc(80, 73, 6)],
    ['light', 'M80 79v8'],
    ['line', 'M128 40v8M124 44h8M30 66v8M26 70h8'],
  ],
  warning: [
    ['line', 'M8 88c26 0 18-28 40-28M152 32c-26 0-18 28-40 28'],
    ['main', box(46, 48, 24, 24, 7)],
    ['line', 'M71 55h9M71 65h9'],
    ['rose', box(92, 48, 24, 24, 7)],
    ['line', 'M83 38v-9M93 39l6-8M73 39l-6-8'],
    ['sun', disc(118, 92, 5)],
  ],
  mail: [
    ['card', box(40, 36, 80, 54, 10)],
    ['main', 'M45 40h70L84 66q-4 3-8 0z'],
    ['line', 'M44 86l26-24M116 86L90 62'],
    ['sun', disc(120, 36, 10)],
  ],
  check: [
    ['main', disc(80, 60, 34)],
    ['light', 'M65 61l10 11 21-24'],
    ['sun', `${disc(34, 38, 5)}${disc(128, 84, 6)}`],
    ['rose', `${disc(126, 32, 4)}${disc(38, 88, 4)}`],
    ['line', 'M80 12v-6M136 58h6M24 62h-6M108 100l4 5'],
  ],
  file: [
    ['card', box(56, 20, 50, 60, 7)],
    ['line', 'M66 34h28M66 45h18'],
    ['main', 'M36 50a7 7 0 0 1 7-7h20l9 10h46a7 7 0 0 1 7 7v32a7 7 0 0 1-7 7H43a7 7 0 0 1-7-7z'],
    ['sun', disc(112, 86, 6)],
  ],
  message: [
    ['main', 'M36 32a9 9 0 0 1 9-9h50a9 9 0 0 1 9 9v26a9 9 0 0 1-9 9H62L48 79V67h-3a9 9 0 0 1-9-9z'],
    ['light', 'M52 40h34M52 51h20'],
    ['card', 'M74 62a8 8 0 0 1 8-8h36a8 8 0 0 1 8 8v20a8 8 0 0 1-8 8h-3v11l-12-11H82a8 8 0 0 1-8-8z'],
    ['sun', `${disc(90, 72, 3.5)}${disc(101, 72, 3.5)}${disc(112, 72, 3.5)}`],
  ],
  bookmark: [
    ['card', box(40, 26, 62, 70, 9)],
    ['rose', box(47, 33, 48, 26, 5)],
    ['line', 'M48 70h36M48 81h22'],
    ['main', 'M92 18h24a5 5 0 0 1 5 5v46L104 57 87 69V23a5 5 0 0 1 5-5z'],
    ['sun', disc(104, 36, 7)],
  ],
  lost: [
    ['card', disc(80, 60, 38)],
    ['main', 'M98 36L86 66l-12-12z'],
    ['rose', 'M62 84l12-30 12 12z'],
    ['card', disc(80, 60, 4)],
    ['line', 'M80 28v5M80 87v5M48 60h5M107 60h5'],
  ],
} satisfies Record<string, Drawing>

type Name = keyof typeof drawings

const others: Partial<Record<IconName, Name>> = {
  shield: 'lock',
  cloudOff: 'warning',
  person: 'team',
  users: 'team',
  question: 'message',
  info: 'message',
  send: 'check',
  trophy: 'check',
  bookmarkFilled: 'bookmark',
  place: 'lost',
  upload: 'file',
  download: 'file',
  image: 'projects',
  gallery: 'projects',
}

export const drawingOf = (icon: IconName): Drawing => [
  ...ground,
  ['dots', confetti],
  ...drawings[others[icon] ?? (icon in drawings ? (icon as Name) : 'search')],
]
