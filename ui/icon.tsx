// One-stroke paths on a 24-unit grid. Icons are decorative: hidden from screen readers.
const paths = {
  projects: 'M4 5h16M4 12h16M4 19h10',
  team: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20a6.5 6.5 0 0 1 13 0M16 4.4a3.5 3.5 0 0 1 0 6.4M18 14.2a6.5 6.5 0 0 1 3.5 5.8',
  info: 'M12 11v6M12 7.5v.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  settings: 'M4 7h9M19 7h1M4 17h1M11 17h9M16 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20 20',
  filter: 'M4 6h16M7 12h10M10 18h4',
  close: 'M6 6l12 12M18 6 6 18',
  back: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  up: 'M5 15l7-7 7 7',
  down: 'M5 9l7 7 7-7',
  copy: 'M9 9h11v11H9ZM15 9V4H4v11h5',
  share: 'M12 15V3.5M8 7l4-4 4 4M5 12v7a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19v-7',
  qr: 'M4 4h6v6H4ZM14 4h6v6h-6ZM4 14h6v6H4ZM14 14h2v2h-2ZM18 18h2v2h-2ZM18 14h2M14 18v2',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.700l1-1',
  file: 'M7 3h7l4 4v14H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM14 3v4h4',
  upload: 'M12 16V5M8 8.500l4-4 4 4M5 19.500h14',
  download: 'M12 4.500v11M8 12l4 4 4-4M5 19.500h14',
  edit: 'M5 19l1-4L16.500 4.500a2 2 0 0 1 3 3L9 18l-4 1Z',
  merge: 'M6 4v4c0 4 6 4 6 8v4M18 4v4c0 4-6 4-6 8M9 17l3 3 3-3',
  remove: 'M5 7h14M10 7V4.500h4V7M7 7l1 12.500h8L17 7',
  refresh: 'M19.500 12a7.500 7.500 0 1 1-2.200-5.300L19.500 9M19.500 4.500V9H15',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  calendar: 'M5 6.500h14v13H5ZM5 10.500h14M8.500 4v4M15.500 4v4',
  place: 'M12 21s7-6.500 7-11.500a7 7 0 0 0-14 0C5 14.500 12 21 12 21ZM12 12a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z',
  person: 'M12 11.500a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.500 20.500a7.500 7.500 0 0 1 15 0',
  shield: 'M12 3.500l7 2.500v5.500c0 4.500-3 7.500-7 9-4-1.500-7-4.500-7-9V6l7-2.500Z',
  message: 'M4 5h16v11H9l-5 4V5Z',
  more: 'M12 5.500v.01M12 12v.01M12 18.500v.01',
  leave: 'M14 4H6v16h8M10 12h10M17 8.500l3.500 3.500-3.500 3.500',
  mail: 'M4 6h16v12H4ZM4 7l8 6 8-6',
  device: 'M8 3h8v18H8ZM11 18h2',
  cloudOff: 'M4 4l16 16M7 18a4.500 4.500 0 0 1-.5-9M10 6.200A6 6 0 0 1 17.500 11 3.500 3.500 0 0 1 20 16.500',
  bookmark: 'M17 3a2 2 0 0 1 2 2v15a1 1 0 0 1-1.5.87l-4.51-2.58a2 2 0 0 0-1.98 0l-4.51 2.58A1 1 0 0 1 5 20V5a2 2 0 0 1 2-2z',
  plus: 'M12 5v14M5 12h14',
  warning: 'M12 9v4.500M12 16.500v.01M12 4 2.500 20h19L12 4Z',
} as const

export type IconName = keyof typeof paths

export const Icon = ({ name, size = 24 }: { name: IconName; size?: number }) => (
  <svg
    class={`icon icon-${name}`}
    width={`${size / 16}rem`}
    height={`${size / 16}rem`}
    viewBox="0 0 24 24"
    aria-hidden="true"
    focusable="false"
  >
    <path d={paths[name]} />
  </svg>
)
