// The motifs of generated covers, on a canvas of 320 × 180. `random(most, least)` gives whole numbers.

export type Random = (most: number, least?: number) => number
type Point = readonly [x: number, y: number]
export type Motif = (random: Random, colours: Palette) => string
/** Ground (a gradient of two colours), light for the main shapes, accent, shade. Checked for contrast by the test. */
export type Palette = readonly [from: string, to: string, light: string, accent: string, shade: string]

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const join = (count: number, make: (at: number) => string): string => times(count, make).join('')
export const veil = (opacity: number | string) => ` opacity=".${opacity}"`

// Of every element only what differs: the root has no fill, and round ends and corners of lines.
export const fill = (colour: string, d: string, more = '') => `<path fill="${colour}" d="${d}"${more}/>`
const line = (colour: string, width: number, d: string, more = '') => `<path stroke="${colour}" stroke-width="${width}" d="${d}"${more}/>`
/** With rounded corners. */
const round = (colour: string, width: number, d: string, more = '') => line(colour, width, d, ` fill="${colour}"${more}`)
export const disc = (x: number, y: number, radius: number, colour: string, more = '') =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"${more}/>`
/** Lines without length. */
const dots = (colour: string, size: number, points: readonly Point[]) => line(colour, size, points.map(([x, y]) => `M${x} ${y}h0`).join(''))
const turn = (degrees: number, inner: string) => `<g transform="rotate(${degrees} 160 90)">${inner}</g>`

const hills: Motif = (random, [, , light, accent, shade]) => {
  const hill = (y: number, sway: number) =>
    `M0 ${y}Q${random(90, 50)} ${y - sway} ${random(170, 130)} ${y - random(14)}T320 ${y - random(26)}V180H0z`
  return (
    disc(random(250, 70), random(72, 52), random(34, 24), accent) +
    fill(light, hill(104, 66), veil(35)) +
    fill(light, hill(132, 52), veil(55)) +
    fill(light, hill(150, -34)) +
    fill(shade, hill(172, 38))
  )
}

const skyline: Motif = (random, [, , light, accent, shade]) => {
  const row = (least: number, most: number, width: number) => {
    let d = 'M0 180'
    for (let x = 0; x < 320; ) {
      const step = random(width + 12, width)
      d += `V${180 - random(most, least)}h${step}`
      x += step
    }
    return `${d}V180z`
  }
  const x = random(220, 60)
  return (
    disc(random(260, 60), random(70, 48), random(36, 24), accent) +
    fill(light, row(60, 118, 26), veil(35)) +
    fill(light, row(24, 84, 34)) +
    fill(shade, `M${x} 180V${random(66, 44)}h38V180zM${x + 52} 180v-${random(60, 36)}h44V180z`) +
    dots(
      accent,
      5,
      times(6, (at) => [x + 11 + (at % 2) * 16, 92 + (at >> 1) * 22]),
    )
  )
}

const signal: Motif = (random, [, , light, accent, shade]) => {
  const [x, y] = [random(120, 60), random(156, 138)]
  const points = times(3, (at): Point => {
    const [angle, radius] = [(random(14) + at * 22 + 22) / 60, [112, 150, 74][at]!]
    return [Math.round(x + radius * Math.cos(angle)), Math.round(y - radius * Math.sin(angle))]
  })
  const ring = (radius: number) => `M${x + radius} ${y}A${radius} ${radius} 0 1 0 ${x} ${y + radius}`
  return (
    [99, 75, 50, 30].map((opacity, at) => line(light, 10, ring(36 + at * 38), veil(opacity))).join('') +
    dots(shade, 34, points) +
    dots(accent, 18, points) +
    disc(x, y, 18, accent)
  )
}

const network: Motif = (random, [, , light, accent]) => {
  const second = random(4, 3)
  const columns = [random(3, 2), second, 7 - second, random(2, 1)].map((count, column) =>
    times(count, (at): Point => [40 + column * 80, Math.round(90 + (at - (count - 1) / 2) * (164 / (count + 0.3)))]),
  )
  const edges = columns.slice(1).flatMap((ends, column) =>
    columns[column]!.flatMap(([x, y]) => {
      const steps = ends.map(([, toY]) => toY - y).toSorted((one, other) => Math.abs(one) - Math.abs(other))
      return steps.slice(0, 2).map((step) => `M${x} ${y}l80 ${step}`)
    }),
  )
  return (
    line(light, 3, edges.join(''), veil(5)) +
    dots(light, 26, columns.flat()) +
    dots(
      accent,
      26,
      columns.map((column) => column[random(column.length - 1)]!),
    )
  )
}

const bars: Motif = (random, [, , light, accent, shade]) => {
  const [phase, wave, chosen] = [random(60) / 10, random(9, 4) / 10, random(7, 2)]
  const bar = (at: number) => `M${34 + at * 28} 146V${Math.round(92 - 34 * Math.sin(phase + at * wave) - at * 2)}`
  return (
    line(light, 2, 'M0 60H320M0 103H320', veil(25)) +
    line(
      light,
      18,
      join(10, (at) => (at === chosen ? '' : bar(at))),
    ) +
    line(accent, 18, bar(chosen)) +
    dots(
      shade,
      8,
      times(10, (at) => [34 + at * 28, 168]),
    )
  )
}

const quarters = ['h1a1 1 0 0 1-1 1z', 'h1v1a1 1 0 0 1-1-1z', 'v1h1a1 1 0 0 0-1-1z', 'm1 0v1h-1a1 1 0 0 1 1-1z']
const tiles: Motif = (random, [, , light, accent, shade]) => {
  const paths = ['', '', '']
  for (let at = 0; at < 18; at++) {
    const colour = random(6)
    if (colour < 5) paths[Math.max(0, colour - 2)] += `M${at % 6} ${Math.floor(at / 6)}${quarters[random(3)]}`
  }
  const drawn = [light, accent, shade].map((colour, at) => paths[at] && fill(colour, paths[at]))
  return `<g transform="translate(-20)scale(60)">${drawn.join('')}</g>`
}

const windows: Motif = (random, [, , light, accent, shade]) => {
  const [x, kind] = [random(80, 50), random(2)]
  const content = [
    () =>
      round(accent, 8, `M${x + 22} 92h66v70h-66z`) +
      line(shade, 8, `M${x + 118} 92h${random(84, 60)}M${x + 118} 114h${random(84, 50)}M${x + 118} 136h${random(60, 20)}`),
    () =>
      round(accent, 8, `M${x + 22} 92h180v30h-180z`) +
      round(
        shade,
        8,
        join(3, (at) => `M${x + 22 + at * 66} 142h48v40h-48z`),
      ),
    () =>
      line(
        shade,
        8,
        join(3, (at) => `M${x + 22} ${94 + at * 22}h${random(52, 24)}`),
      ) +
      line(
        accent,
        14,
        join(5, (at) => `M${x + 106 + at * 24} 160v-${random(60, 10)}`),
      ),
  ][kind]!()
  return turn(
    -random(10, 5),
    round(light, 20, `M${x + 72} 28h200v130h-200z`, veil(4)) +
      round(light, 20, `M${x + 10} 62h206v150h-206z`) +
      dots(accent, 9, [[x + 18, 70]]) +
      dots(
        shade,
        9,
        times(2, (at) => [x + 34 + at * 16, 70]),
      ) +
      content,
  )
}

const phones: Motif = (random, [, , light, accent, shade]) => {
  const dark = random(8, 6)
  const paths = ['', '', '', '']
  for (let at = 0; at < 10; at++) {
    const [column, row] = [at % 5, at > 4 ? 1 : 0]
    const colour = at === 2 ? 2 : at === dark ? 3 : (column + row) % 2
    paths[colour] += `M${column * 64 + 16} ${-26 + ((column * 37) % 70) + row * 120}h38v96h-38z`
  }
  return turn(
    random(24, 12),
    round(light, 16, paths[0]!) +
      round(light, 16, paths[1]!, veil(45)) +
      round(accent, 16, paths[2]!) +
      round(shade, 16, paths[3]!) +
      dots(shade, 7, [
        [163, -20 + 4],
        [35, -20],
      ]) +
      line(shade, 6, 'M150 72h26'),
  )
}

const gears: Motif = (random, [from, , light, accent, shade]) => {
  const gear = (x: number, y: number, radius: number, teeth: number, colour: string) =>
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}" stroke="${colour}" stroke-width="22" stroke-linecap="butt" stroke-dasharray="${((Math.PI * radius) / teeth).toFixed(2)}"/>`
  const [x, y] = [random(150, 110), random(110, 90)]
  return (
    gear(x, y, 54, 12, light) +
    disc(x, y, 30, from) +
    disc(x, y, 12, accent) +
    gear(x + 90, y - 46, 30, 8, accent) +
    disc(x + 90, y - 46, 11, shade) +
    gear(x + 82, y + 62, 22, 6, shade)
  )
}

const block = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}H${x}z`
const books: Motif = (random, colours) => (random(1) ? pile(random, colours) : upright(random, colours))

const pile: Motif = (random, [, , light, accent, shade]) => {
  let y = 180
  const stack = [shade, light, accent, light].map((colour, at) => {
    const [height, x] = [random(34, 24), random(60, 36)]
    y -= height
    return fill(colour, block(x, y, random(176, 136), height - 3)) + (at % 2 ? fill(accent, block(x + 18, y, 9, height - 3)) : '')
  })
  const leaning = fill(shade, block(246, 50, 30, 140)) + fill(light, block(246, 74, 30, 12))
  return `${stack.join('')}<g transform="rotate(${random(18, 12)} 250 180)">${leaning}</g>${disc(random(150, 90), y - 20, 20, accent)}`
}

const upright: Motif = (random, [, , light, accent, shade]) => {
  const paths = ['', '', '']
  let x = 28
  for (let at = 0; at < 6; at++) {
    const [width, height] = [random(32, 20), random(112, 70)]
    paths[[0, 1, 0, 2, 0, 1][at]!] += block(x, 150 - height, width, height)
    x += width + 3
  }
  const leaning = fill(light, block(x + 6, 48, 26, 102)) + fill(accent, block(x + 6, 66, 26, 10))
  return (
    fill(light, paths[0]!) +
    fill(shade, paths[1]!) +
    fill(accent, paths[2]!) +
    `<g transform="rotate(-11 ${x + 32} 150)">${leaning}</g>${line(shade, 12, 'M0 156H320')}${disc(x + 70, 128, 22, accent)}`
  )
}

const pulse: Motif = (random, [, , light, accent, shade]) => {
  const [x, y, high] = [random(180, 140), random(100, 88), random(44, 32)]
  return (
    disc(x, y, 78, shade, veil(5)) +
    fill(accent, `M${x} ${y + 50}c-96-56-48-122 0-74 48-48 96 18 0 74z`) +
    line(light, 9, `M-9 ${y + 4}H${x - 50}l16-${high >> 1} 18 ${high} 20-${high * 2} 20 ${high * 2} 14-${high - (high >> 1)}H330`) +
    line(light, 6, `M${x - 118} 36h16m-8-8v16M${x + 104} 150h16m-8-8v16`, veil(6))
  )
}

const arches: Motif = (random, [from, , light, accent, shade]) => {
  const chosen = random(2)
  const tops = times(3, () => random(96, 72))
  const row = (half: number, down: number, isIn: (at: number) => boolean) =>
    join(3, (at) => (isIn(at) ? `M${54 + at * 106 - half} 180V${tops[at]! + down}a${half} ${half} 0 0 1 ${half * 2} 0V180z` : ''))
  const others = (at: number) => at !== chosen
  const only = (at: number) => at === chosen
  return (
    fill(
      light,
      row(44, 0, () => true),
    ) +
    fill(from, row(30, 2, others)) +
    fill(accent, row(30, 2, only) + row(15, 22, others)) +
    fill(shade, row(15, 22, only)) +
    line(shade, 12, 'M0 178H320')
  )
}

/** In the order that gives the usual topics a motif that fits them. */
export const motifs: readonly Motif[] = [hills, windows, gears, arches, pulse, bars, books, tiles, signal, phones, network, skyline]
