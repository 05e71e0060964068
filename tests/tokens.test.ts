import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { openBrowser } from '#tests/support/browser.ts'

// The tokens as a browser computes them: text, controls and status colours in both themes and for every hue of the accent.

const root = new URL('..', import.meta.url)
const css = readFileSync(new URL('ui/tokens.css', root), 'utf8')
const names = [...new Set([...css.matchAll(/--([\w-]+): light-dark\(/g)].map(([, name]) => name!))]
const themes = ['light', 'dark'] as const
type Rgb = [number, number, number]
type Palette = Record<string, Rgb>

const browser = openBrowser()
const palettes = { light: [] as Palette[], dark: [] as Palette[] } // one per hue; the first has the default hue

before(async () => {
  const { page, end } = await browser.visit()
  await page.setContent(`<style>${css}</style>${names.map((name) => `<i style="color:var(--${name})"></i>`).join('')}`)
  for (const theme of themes)
    palettes[theme] = (await page.evaluate(
      `(() => {
        const names = ${JSON.stringify(names)}
        const root = document.documentElement
        root.dataset.theme = '${theme}'
        const brush = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
        return ['', ...Array(360).keys()].map((hue) => {
          root.style.setProperty('--accent-hue', hue)
          if (hue === '') root.style.removeProperty('--accent-hue')
          return Object.fromEntries([...document.querySelectorAll('i')].map((element, index) => {
            brush.clearRect(0, 0, 1, 1)
            brush.fillStyle = '#123456'
            brush.fillStyle = getComputedStyle(element).color
            brush.fillRect(0, 0, 1, 1)
            return [names[index], [...brush.getImageData(0, 0, 1, 1).data].slice(0, 3)]
          }))
        })
      })()`,
    )) as Palette[]
  await end()
})

const linear = (rgb: Rgb): Rgb => rgb.map((part) => (part <= 10.31 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)) as Rgb
const times = (matrix: Rgb[], [r, g, b]: Rgb): Rgb => matrix.map(([x, y, z]) => x * r + y * g + z * b) as Rgb

function contrast(one: Rgb, other: Rgb): number {
  const [low, high] = [one, other].map((rgb) => times([[0.2126, 0.7152, 0.0722]], linear(rgb))[0]).toSorted((a, b) => a - b)
  return (high! + 0.05) / (low! + 0.05)
}

const grounds = ['paper', 'card', 'sunken', 'tint']
const pairs: [least: number, text: string, grounds: string[]][] = [
  [4.5, 'ink', [...grounds, 'mark', 'good-tint', 'warm-tint', 'cool-tint', 'danger-tint']],
  [4.5, 'soft', grounds],
  [4.5, 'accent', grounds],
  [4.5, 'on-accent', ['accent']],
  [4.5, 'on-turned', ['turned']],
  [4.5, 'accent-on-turned', ['turned']],
  ...['good', 'warm', 'cool', 'danger'].map((name): [number, string, string[]] => [4.5, name, ['paper', 'card', `${name}-tint`]]),
  [3, 'edge', ['paper', 'card']],
]

for (const theme of themes)
  test(`text and controls have enough contrast for every hue of the accent (${theme})`, () => {
    assert.equal(palettes[theme].length, 361)
    for (const [index, palette] of palettes[theme].entries())
      for (const [least, text, below] of pairs)
        for (const ground of below) {
          const found = contrast(palette[text]!, palette[ground]!)
          assert.ok(found >= least, `${text} on ${ground}: ${found.toFixed(2)} with ${index ? `hue ${index - 1}` : 'the default hue'}`)
        }
  })

// Machado, Oliveira, Fernandes 2009, full severity.
const visions: Record<string, Rgb[]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

function oklab(rgb: Rgb): Rgb {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb,
  ).map((part) => Math.cbrt(Math.max(0, part))) as Rgb
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  )
}

for (const theme of themes)
  for (const [vision, matrix] of Object.entries(visions))
    test(`the status colours differ (${theme}, ${vision})`, () => {
      const status = ['good', 'warm', 'cool', 'danger']
      const seen = status.map((name) => oklab(times(matrix, linear(palettes[theme][0]![name]!))))
      for (const [index, one] of seen.entries())
        for (const [before, other] of seen.slice(0, index).entries()) {
          const difference = Math.hypot(...one.map((part, axis) => part - other[axis]!))
          assert.ok(difference >= 0.06, `${status[index]} and ${status[before]}: ${difference.toFixed(3)}`)
        }
    })

for (const theme of themes)
  test(`the initials of an avatar are readable on every colour (${theme})`, async () => {
    const parts = readFileSync(new URL('ui/parts.css', root), 'utf8')
    const { page } = await browser.visit({ colorScheme: theme })
    const hues = Array.from({ length: 36 }, (_, index) => index * 10)
    const avatar = (style: string) => `<svg class="avatar ${style}"><rect/><text/></svg>`
    await page.setContent(
      `<style>${css}${parts}</style>${avatar('avatar-rest')}${hues.map((hue) => avatar(`" style="--hue:${hue}`)).join('')}`,
    )
    const fills = await page.evaluate<Rgb[][]>(`(() => {
      const brush = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
      const pixel = (element) => {
        brush.fillStyle = getComputedStyle(element).fill
        brush.fillRect(0, 0, 1, 1)
        return [...brush.getImageData(0, 0, 1, 1).data].slice(0, 3)
      }
      return [...document.querySelectorAll('svg')].map((avatar) => [...avatar.children].map(pixel))
    })()`)
    assert.equal(new Set(fills.map(([ground]) => String(ground))).size, 37)
    for (const [ground, text] of fills) assert.ok(contrast(ground!, text!) >= 4.5, `${ground} and ${text}`)
  })

test('the browser frame has the colour of the paper', () => {
  const [light, dark] = themes.map((theme) => `#${palettes[theme][0]!.paper!.map((part) => part.toString(16).padStart(2, '0')).join('')}`)
  for (const file of ['client/index.html', 'console/index.html', 'client/public/manifest.webmanifest', 'ui/settings.ts'])
    assert.ok(readFileSync(new URL(file, root), 'utf8').includes(light!), `${light} in ${file}`)
  assert.ok(readFileSync(new URL('ui/settings.ts', root), 'utf8').includes(dark!), `${dark} in ui/settings.ts`)
})
