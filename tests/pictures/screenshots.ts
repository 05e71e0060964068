import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { signInPage } from '#auth/page/pages.ts'
import { samplePages } from '#auth/page/samples.ts'
import { sampleEmails } from '#mail/email.samples.ts'
import { desktop, launchBrowser, phone } from '#tests/support/browser.ts'
import { openSampleMailbox } from '#tests/support/peer/mailbox.ts'
import { withDemoService } from '#tests/support/process/demo-service.ts'
import type { TestService } from '#tests/support/service.ts'
import { takeClient } from './client-screens.ts'
import { takeConsole } from './console-screens.ts'
import { makeContactSheets } from './contact-sheets.ts'

// Screenshots of every screen with the demo data, for review by people: node tests/pictures/screenshots.ts [part of a screen's name]

type Locale = 'en' | 'ru'
type Screen = { name: string; locales?: readonly Locale[]; show(page: Page, origin: string, locale: Locale): Promise<unknown> }

const both = ['en', 'ru'] as const
const mailboxes = { en: await openSampleMailbox('en'), ru: await openSampleMailbox('ru'), empty: await openSampleMailbox(null) }
const screens: Screen[] = [
  { name: 'docs', show: (page, origin) => page.goto(`${origin}/api/docs`) },
  { name: 'people', locales: both, show: (page, origin) => page.goto(`${origin}/auth/mobile/idpauthenticate`) },
  // Most of these appear only after an outage or a refusal.
  ...Object.values(samplePages).map((sample) => ({
    name: `sign-in-${sample.kind.replaceAll('_', '-')}`,
    locales: both,
    show: (page: Page, _origin: string, locale: Locale) => page.setContent(signInPage(sample, locale).html),
  })),
  { name: 'mailbox-empty', locales: both, show: (page) => page.goto(`${mailboxes.empty.origin}/mailbox`) },
  { name: 'mailbox-list', locales: both, show: (page, _origin, locale) => page.goto(`${mailboxes[locale].origin}/mailbox`) },
  ...sampleEmails('en').flatMap(({ name, html }) => {
    const addressOf = (locale: Locale) => `${mailboxes[locale].origin}/mailbox/${mailboxes[locale].idOf(name)}`
    const open = { locales: both, show: (page: Page, _origin: string, locale: Locale) => page.goto(addressOf(locale)) }
    const alone = { locales: both, show: (page: Page, _origin: string, locale: Locale) => page.goto(`${addressOf(locale)}/letter`) }
    const screen = name.replaceAll('_', '-')
    return [{ name: `mailbox-open-${screen}`, ...open }, ...(html === null ? [] : [{ name: `email-${screen}`, ...alone }])]
  }),
]
const variants = [
  { name: 'phone-light', viewport: phone, colorScheme: 'light' },
  { name: 'phone-dark', viewport: phone, colorScheme: 'dark' },
  { name: 'wide-light', viewport: desktop, colorScheme: 'light' },
  { name: 'wide-dark', viewport: desktop, colorScheme: 'dark' },
] as const

const target = fileURLToPath(new URL('../../.cache/screenshots', import.meta.url))
const filter = process.argv[2] ?? ''

async function takeScreenshots(service: TestService): Promise<void> {
  const { origin } = service
  const browser = await launchBrowser()
  try {
    await takeClient(browser, origin, target, filter)
    await takeConsole(browser, service, target, filter)
    for (const { name: variant, ...settings } of variants)
      for (const { name, locales, show } of screens.filter((screen) => screen.name.includes(filter)))
        for (const locale of locales ?? (['en'] as const)) {
          const file = join(target, [name, variant, ...(locales ? [locale] : [])].join('-'))
          const { page } = await browser.visit({ ...settings, locale })
          await show(page, origin, locale)
          await page.screenshot({ path: `${file}.png` })
          await page.screenshot({ path: `${file}-whole.png`, fullPage: true })
          await page.context().close()
          console.log(`${file}.png`)
        }
  } finally {
    await browser.close()
  }
}

mkdirSync(target, { recursive: true })
try {
  await withDemoService(takeScreenshots)
  await makeContactSheets(target)
} finally {
  for (const mailbox of Object.values(mailboxes)) await mailbox.close()
}
