import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { ensureWebBuild, type WebBuild } from '#run/web/build.ts'

// A check of its own: builds the web apps, compares their sizes with the budgets and prints what is left of each.

const KB = 1024

// KB, gzip; the dictionary: brotli. `all` are all screens in one language. Budgets of their own: the offline search, and what only some devices
// load (`extras`: wide screens, view transitions); `rounds`: their screens and texts, and the check of a result.
const budgets = {
  firstScreen: 45,
  all: 134,
  rounds: 25,
  extras: 11,
  search: 20,
  style: 8,
  allStyle: 17,
  worker: 2.5,
  console: 280,
  dictionary: 40,
  fonts: 60,
}

function bytesOf({ folder, texts }: WebBuild): Record<keyof typeof budgets, number> {
  const sizeOf = (files: string[]) => files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0)
  const page = readFileSync(join(folder, 'index.html'), 'utf8').replace(/<script>.*?<\/script>/s, '') // preloads of single screens
  const scripts = globSync('assets/*.js', { cwd: folder })
  const styles = globSync('assets/*.css', { cwd: folder })
  // One language is loaded: the one with the longest texts counts.
  const longestOf = (pack: RegExp) =>
    Math.max(...Object.values(texts).map((files) => sizeOf(files.filter((file) => pack.test(file)).map((file) => file.slice(1)))))
  const ofLanguages = new Set(Object.values(texts).flat())
  const code = scripts.filter((file) => !ofLanguages.has(`/${file}`))
  return {
    firstScreen: sizeOf(code.filter((file) => page.includes(file))) + longestOf(/\/first-screen-/),
    all:
      sizeOf(code.filter((file) => !/assets\/(search|desktop|palette|transitions|rounds|placement)-/.test(file))) +
      longestOf(/\/(first-screen|more|privacy)-/),
    rounds: sizeOf(code.filter((file) => /assets\/(rounds|placement)-/.test(file))) + longestOf(/\/rounds-/),
    extras: sizeOf(globSync('assets/{desktop,palette,transitions}-*', { cwd: folder })) + longestOf(/\/commands-/),
    search: sizeOf(scripts.filter((file) => /assets\/search-/.test(file))),
    style: sizeOf(styles.filter((file) => page.includes(file))), // of the first screen
    allStyle: sizeOf(styles.filter((file) => !/assets\/(desktop|palette)-/.test(file))),
    worker: sizeOf(['sw.js']),
    console: sizeOf(globSync('console/assets/*.{js,css}', { cwd: folder })),
    fonts: sizeOf(globSync('assets/*.woff2', { cwd: folder })),
    dictionary: brotliCompressSync(readFileSync(join(folder, globSync('assets/dictionary-*.txt', { cwd: folder })[0]!))).length,
  }
}

for (const [what, bytes] of Object.entries(bytesOf(await ensureWebBuild()))) {
  const left = Math.floor(budgets[what as keyof typeof budgets] * KB) - bytes
  if (left < 0) process.exitCode = 1
  console.log(
    `${left < 0 ? '✖' : ' '} ${what.padEnd(12)} ${String(bytes).padStart(7)} bytes, ${left < 0 ? `${-left} over its budget` : `${left} left`}`,
  )
}
