import { appendFileSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { paths as clientPaths } from '#client/routes.ts'
import { paths as consolePaths } from '#console/routes.ts'

// Every screen has a journey: the gate, which runs only journeys in the browser, records the addresses that its pages have, and each
// route of both apps must be among them.

const FILE = 'screens.txt'

/** In the gate: tests/run.ts names the folder. */
export function recordScreens(page: Page): void {
  const folder = process.env.RECORD_SCREENS
  if (!folder) return
  const file = join(folder, `${process.pid}-${FILE}`)
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) appendFileSync(file, `${new URL(frame.url()).pathname}\n`)
  })
}

export function unvisitedScreens(folder: string): string[] {
  const visited = new Set(globSync(`*-${FILE}`, { cwd: folder }).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n')))
  return listUnvisited(visited).map((path) => `✖ no journey opens the screen ${path} (journey() in tests/client or tests/console)`)
}

/** A path without parameters is no example of one with them: /console/projects/new is not a project. */
export function listUnvisited(visited: Set<string>): string[] {
  const routes = [...Object.values(clientPaths), ...Object.values(consolePaths)]
  const fixed = new Set<string>(routes.filter((route) => !route.includes(':')))
  return routes.filter((route) => {
    if (fixed.has(route)) return !visited.has(route)
    const shape = new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`)
    return ![...visited].some((path) => shape.test(path) && !fixed.has(path))
  })
}
