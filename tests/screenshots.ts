import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbedded } from '#store/embedded/postgres.ts'
import { migrate } from '#store/migrate.ts'
import { seedDemo } from '#store/seed.ts'
import { connect } from '#store/sql.ts'
import { desktop, launchBrowser, phone } from './support/browser.ts'
import { keepInMemory } from './support/files.ts'
import { startService } from './support/service.ts'

// Every screen of the demo world as pictures, to be looked at by people: node tests/screenshots.ts [word of a screen's name]

const screens = [{ name: 'docs', path: '/api/docs' }]
const looks = [
  { name: 'phone-light', viewport: phone, colorScheme: 'light' },
  { name: 'phone-dark', viewport: phone, colorScheme: 'dark' },
  { name: 'wide-light', viewport: desktop, colorScheme: 'light' },
  { name: 'wide-dark', viewport: desktop, colorScheme: 'dark' },
] as const

const target = fileURLToPath(new URL('../.cache/screenshots/', import.meta.url))
const word = process.argv[2] ?? ''

async function takeAll(origin: string): Promise<void> {
  const browser = await launchBrowser()
  try {
    for (const { name: look, ...settings } of looks) {
      for (const { name, path } of screens.filter((screen) => screen.name.includes(word))) {
        const { page } = await browser.visit(settings)
        await page.goto(`${origin}${path}`)
        await page.screenshot({ path: join(target, `${name}-${look}.png`) })
        await page.screenshot({ path: join(target, `${name}-${look}-whole.png`), fullPage: true })
        console.log(join(target, `${name}-${look}.png`))
      }
    }
  } finally {
    await browser.close()
  }
}

mkdirSync(target, { recursive: true })
const folder = mkdtempSync(join(tmpdir(), 'projectory-screens-'))
const postgres = await startEmbedded(folder, { settings: { fsync: 'off' } })
try {
  const { host, port, user, database: name } = postgres
  const database = { host, port, user, database: name }
  const sql = connect(database)
  await migrate(sql)
  await seedDemo(sql, { today: new Date().toISOString().slice(0, 10), keepFile: keepInMemory })
  const service = await startService({ env: { PUBLIC_URL: 'http://localhost:8000' }, database: { sql, database, close: () => sql.end() } })
  await takeAll(service.origin)
  await service.close()
  await sql.end()
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
