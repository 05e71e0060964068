// Parts of drawn scenes, on a canvas of 1600 × 900.

export type Random = (least: number, most: number) => number

/** Park–Miller; the scenes stay the same. */
export function randomFrom(seed: number): Random {
  let state = seed
  return (least, most) => {
    state = (state * 48271) % 2147483647
    return least + (state / 2147483647) * (most - least)
  }
}

const n = (value: number): string => value.toFixed(1).replace(/\.0$/, '')
export const times = (count: number, make: (at: number) => string): string => Array.from({ length: count }, (_, at) => make(at)).join('')

export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`
export const stroke = (d: string, colour: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`
export const circle = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`
export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`
export const rect = (x: number, y: number, width: number, height: number, fill: string, r = 0, more = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="${r}" fill="${fill}" ${more}/>`
export const at = (x: number, y: number, scale: number, inner: string, more = ''): string =>
  `<g transform="translate(${n(x)} ${n(y)}) scale(${scale}) ${more}">${inner}</g>`

/** A vertical gradient, from top to bottom. */
export const gradient = (id: string, stops: string[], more = 'x2="0" y2="1"'): string =>
  `<linearGradient id="${id}" ${more}>${stops.map((colour, i) => `<stop offset="${i / (stops.length - 1)}" stop-color="${colour}"/>`).join('')}</linearGradient>`
export const glow = (id: string, colour: string, opacity = 0.9): string =>
  `<radialGradient id="${id}"><stop stop-color="${colour}" stop-opacity="${opacity}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`

export const scene = (defs: string, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 900" width="1600" height="900"><defs>${defs}</defs>${body}</svg>`

export const sky = (fill = 'url(#sky)'): string => rect(0, 0, 1600, 900, fill)
export const sun = (x: number, y: number, r: number, colour: string): string => circle(x, y, r * 4, 'url(#glow)') + circle(x, y, r, colour)

/** Soft hills from the left to the right edge. */
export function hills(random: Random, y: number, height: number, steps: number, fill: string): string {
  const step = 1600 / steps
  let d = `M-20 900V${n(y - random(0, height))}`
  for (let i = 0; i <= steps; i++) {
    const [x, top] = [i * step, y - random(0, height)]
    d += `S${n(x + step * 0.4)} ${n(top)} ${n(x + step)} ${n(y - random(0, height) * 0.7)}`
  }
  return path(`${d}V900z`, fill)
}

/** Pointed mountains. */
export function peaks(random: Random, y: number, height: number, count: number, fill: string, snow?: string): string {
  let d = `M-40 900V${n(y)}`
  let caps = ''
  const step = 1700 / count
  for (let i = 0; i < count; i++) {
    const [x, top] = [-40 + step * (i + random(0.4, 0.6)), y - random(height * 0.55, height)]
    d += `L${n(x)} ${n(top)}L${n(-40 + step * (i + 1))} ${n(y - random(0, height * 0.25))}`
    if (snow) caps += path(`M${n(x)} ${n(top)}l-34 46 18-8 16 16 14-14 20 8z`, snow)
  }
  return path(`${d}V900z`, fill) + caps
}

export const cloud = (x: number, y: number, scale: number, fill: string, opacity = 0.8): string =>
  at(x, y, scale, path('M-120 30a34 34 0 0 1 8-67 62 62 0 0 1 116-20 46 46 0 0 1 82 27 31 31 0 0 1 4 60z', fill, `opacity="${opacity}"`))

/** A fir of three tiers; its foot is at 0, 0. */
export const fir = (x: number, y: number, height: number, fill: string): string =>
  at(x, y, height / 100, path('M-4 0v-16h-26l18-24h-10l16-24h-8L0-100l14 36H6l16 24H12l18 24H4V0z', fill))

/** A round tree; its foot is at 0, 0. */
export const tree = (x: number, y: number, height: number, crown: string, light: string, trunk: string): string =>
  at(
    x,
    y,
    height / 100,
    path('M-4 0l2-44h4l2 44z', trunk) +
      path('M-32-52a24 24 0 0 1 14-32 22 22 0 0 1 40-2 22 22 0 0 1 10 36 20 20 0 0 1-30 10 20 20 0 0 1-34-12z', crown) +
      path('M-18-66a16 16 0 0 1 22-20 14 14 0 0 1 8 10 20 20 0 0 0-30 10z', light, 'opacity=".5"'),
  )

export const stars = (random: Random, count: number, most: number, fill = '#fff'): string =>
  times(count, () => circle(random(0, 1600), random(0, most), random(1, 3.2), fill, `opacity="${random(0.35, 0.95).toFixed(2)}"`))

/** Lit and dark windows of a house. */
export const windows = (
  random: Random,
  x: number,
  y: number,
  columns: number,
  rows: number,
  [dx, dy]: [number, number],
  lit: string,
  dark: string,
  share = 0.5,
): string =>
  times(columns * rows, (i) =>
    rect(x + (i % columns) * dx, y + Math.floor(i / columns) * dy, dx * 0.5, dy * 0.52, random(0, 1) < share ? lit : dark, 2),
  )
