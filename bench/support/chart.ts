// A line chart as SVG, both axes logarithmic; readable on light and dark pages.

export type Line = { name: string; points: [number, number][] }

const WIDTH = 720
const HEIGHT = 360
const LEFT = 70
const BOTTOM = 40
const TOP = 34
const RIGHT = 190
const COLOURS = ['#2563eb', '#d97706', '#059669', '#dc2626', '#7c3aed', '#0891b2', '#be185d', '#65a30d', '#475569', '#a16207']

export function drawChart(title: string, lines: Line[], unit: string): string {
  const xs = lines.flatMap(({ points }) => points.map(([x]) => x))
  const ys = lines.flatMap(({ points }) => points.map(([, y]) => y))
  const across = scale(Math.min(...xs), Math.max(...xs), LEFT, WIDTH - RIGHT)
  const down = scale(10 ** Math.floor(Math.log10(Math.min(...ys))), 10 ** Math.ceil(Math.log10(Math.max(...ys))), HEIGHT - BOTTOM, TOP)
  const grid = powersBetween(Math.min(...ys), Math.max(...ys)).map(
    (value) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${down(value)}" y2="${down(value)}" stroke="#8884"/>` +
      text(LEFT - 8, down(value) + 4, `${value.toLocaleString('en')} ${unit}`, 'end'),
  )
  const sizes = [...new Set(xs)].map((x) => text(across(x), HEIGHT - BOTTOM + 20, x.toLocaleString('en'), 'middle'))
  const drawn = lines.map(({ name, points }, i) => {
    const colour = COLOURS[i % COLOURS.length]!
    const path = points.map(([x, y]) => `${across(x)},${down(y)}`).join(' ')
    const y = TOP + 12 + i * 18
    return (
      `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>` +
      points.map(([x, y]) => `<circle cx="${across(x)}" cy="${down(y)}" r="3" fill="${colour}"/>`).join('') +
      `<rect x="${WIDTH - RIGHT + 14}" y="${y - 9}" width="10" height="10" fill="${colour}"/>${text(WIDTH - RIGHT + 30, y, name, 'start')}`
    )
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" role="img" aria-label="${title}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${text(LEFT, 20, title, 'start', ' font-weight="bold"')}
${[...grid, ...sizes, ...drawn].join('\n')}
</svg>
`
}

const text = (x: number, y: number, value: string, anchor: string, more = ''): string =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="#333"${more}>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`

const scale =
  (from: number, to: number, first: number, last: number) =>
  (value: number): number =>
    Math.round((first + ((Math.log10(value) - Math.log10(from)) / (Math.log10(to) - Math.log10(from))) * (last - first)) * 10) / 10

function powersBetween(low: number, high: number): number[] {
  const powers: number[] = []
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) powers.push(10 ** power)
  return powers
}
