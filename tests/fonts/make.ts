import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import subset from 'subset-font'

// Makes ui/fonts/*.woff2 from Onest: node bin/launch.mjs tests/fonts/make.ts. The files are committed; the build does not need the packages.

const root = fileURLToPath(new URL('../..', import.meta.url))
const from = (first: number, last: number): string => String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i))

export const scripts = {
  latin: `${from(0x20, 0x7e)}${from(0xa0, 0xff)}ıŒœŠšŽžŸ–—‘’‚“”„†•…‹›€™←↑→↓−≤≥`,
  cyrillic: `${from(0x400, 0x45f)}ҐґҰұ№₽`,
}
export type Script = keyof typeof scripts

export const fileOf = (script: Script): string => `${root}ui/fonts/onest-${script}.woff2`

/** Only the characters above and the weights that the styles use. */
export const makeFont = (script: Script): Promise<Buffer> =>
  subset(readFileSync(`${root}node_modules/@fontsource-variable/onest/files/onest-${script}-wght-normal.woff2`), scripts[script], {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
  })

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const script of Object.keys(scripts) as Script[]) writeFileSync(fileOf(script), await makeFont(script))
