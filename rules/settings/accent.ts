// The colours made from the hue of the accent, as ui/tokens.css computes them, for places without its custom properties: emails, sign-in
// pages, the icon, the preview of the settings. tests/tokens.test.ts compares both.

export const DEFAULT_HUE = 172

type Rgb = [number, number, number]
export type Palette = Record<'accent' | 'onAccent' | 'tint' | 'ink' | 'soft' | 'paper' | 'card' | 'line', string>

const radians = (degrees: number): number => (degrees * Math.PI) / 180
const toGamma = (part: number): number => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055)
const toLinear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const clipped = (part: number): number => Math.min(1, Math.max(0, part))

/** A colour of OKLCH in sRGB, each part from 0 to 1; what sRGB does not have is clipped, as browsers do. */
function rgbOf(lightness: number, chroma: number, hue: number): Rgb {
  const [a, b] = [chroma * Math.cos(radians(hue)), chroma * Math.sin(radians(hue))]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => clipped(toGamma(clipped(part)))) as Rgb
}

const hexOf = (rgb: Rgb): string =>
  `#${rgb
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
const colour = (lightness: number, chroma: number, hue: number): string => hexOf(rgbOf(lightness, chroma, hue))
const partsOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Rgb

export function palettesOf(hue: number): { light: Palette; dark: Palette } {
  const chroma = 0.14 + 0.06 * Math.cos(radians(hue + 40))
  return {
    light: {
      accent: colour(0.47, chroma, hue),
      onAccent: '#ffffff',
      tint: colour(0.945, 0.022, hue),
      ink: colour(0.24, 0.014, hue),
      soft: colour(0.475, 0.016, hue),
      paper: colour(0.973, 0.0054, 95),
      card: '#ffffff',
      line: colour(0.906, 0.011, 95),
    },
    dark: {
      accent: colour(0.82, chroma * 0.6 + 0.05, hue),
      onAccent: colour(0.21, 0.03, hue),
      tint: colour(0.31, 0.042, hue),
      ink: colour(0.935, 0.007, hue),
      soft: colour(0.75, 0.016, hue),
      paper: colour(0.194, 0.008, hue),
      card: colour(0.232, 0.011, hue),
      line: colour(0.319, 0.0145, hue),
    },
  }
}

const luminanceOf = (hex: string): number => {
  const [r, g, b] = partsOf(hex).map(toLinear) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG 2: 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [low, high] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

const pairs: [keyof Palette, keyof Palette][] = [
  ['accent', 'paper'],
  ['accent', 'card'],
  ['accent', 'tint'],
  ['onAccent', 'accent'],
  ['ink', 'tint'],
]

/** The lowest contrast of text in either theme. */
export const leastContrast = (hue: number): number =>
  Math.min(
    ...Object.values(palettesOf(hue)).flatMap((palette) => pairs.map(([text, ground]) => contrastOf(palette[text], palette[ground]))),
  )

const LEAST_CHROMA = 0.02

/** The hue of a colour like #1a5fb4 or 1A5FB4; null for other texts and for greys, which have no hue. */
export function hueOf(text: string): number | null {
  const digits = /^\s*#?([0-9a-f]{6}|[0-9a-f]{3})\s*$/i.exec(text)?.[1]
  if (digits === undefined) return null
  const hex = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  const [r, g, b] = partsOf(`#${hex}`).map(toLinear) as Rgb
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  if (Math.hypot(x, y) < LEAST_CHROMA) return null
  return Math.round((Math.atan2(y, x) * 180) / Math.PI + 360) % 360
}
