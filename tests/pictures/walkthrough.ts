import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { launchBrowser, phone } from '#tests/support/browser.ts'
import { openApp, settled } from '#tests/support/page/app.ts'
import { withDemoService } from '#tests/support/process/demo-service.ts'
import type { TestService } from '#tests/support/service.ts'

// The animated walk-through of the README: a visitor finds a project, a member applies. Writes docs/walkthrough.webp.

const target = fileURLToPath(new URL('../../docs/walkthrough.webp', import.meta.url))
const MAX_BYTES = 2_000_000
const WIDTH = 320 // of the picture; the phone is wider

const frames: Buffer[] = []
const delays: number[] = []

async function show(page: Page, milliseconds: number): Promise<void> {
  frames.push(
    await sharp(await page.screenshot())
      .resize({ width: WIDTH })
      .toBuffer(),
  )
  delays.push(milliseconds)
}

/** Shows where the finger is, then taps. */
async function tap(page: Page, what: Locator): Promise<void> {
  await what.scrollIntoViewIfNeeded()
  const box = (await what.boundingBox())!
  const [x, y] = [box.x + Math.min(box.width / 2, 120), box.y + box.height / 2]
  await page.evaluate(`{
    const dot = document.createElement('div')
    dot.id = 'finger'
    dot.style.cssText = 'position:fixed;z-index:99;inline-size:36px;block-size:36px;margin:-18px;border-radius:50%;background:rgb(0 0 0 / 25%);border:2px solid #fff;pointer-events:none;left:${x}px;top:${y}px'
    ;(document.querySelector('dialog[open]') ?? document.body).append(dot)
  }`)
  await show(page, 450)
  await page.evaluate(`document.getElementById('finger').remove()`)
  await what.click()
  await page.waitForTimeout(300)
  await settled(page)
}

async function scroll(page: Page, pixels: number, steps = 6): Promise<void> {
  for (let step = 0; step < steps; step++) {
    await page.mouse.wheel(0, pixels / steps)
    await page.waitForTimeout(60)
    await show(page, 90)
  }
}

async function type(page: Page, text: string): Promise<void> {
  for (const part of text.match(/.{1,3}/g)!) {
    await page.keyboard.type(part)
    await show(page, 110)
  }
  await page.waitForTimeout(700)
  await settled(page)
}

async function walk(service: TestService): Promise<void> {
  const browser = await launchBrowser()
  try {
    const { page } = await openApp(browser, service, { viewport: phone, login: 'anna' })
    await settled(page)
    await show(page, 1600)
    await scroll(page, 900)
    await show(page, 900)
    await scroll(page, -900, 3)
    await tap(page, page.getByRole('searchbox'))
    await type(page, 'food watse')
    await show(page, 1800)
    await tap(page, page.locator('.project-card a').first())
    await show(page, 1500)
    await scroll(page, 1200, 8)
    await show(page, 1200)
    await tap(page, page.getByRole('link', { name: /^Apply/ }).last())
    await show(page, 800)
    await page.getByRole('textbox').first().fill('We are five, two of us have built maps before, and Thursdays are free.')
    await show(page, 1200)
    await tap(page, page.getByRole('button', { name: /^Send application/ }))
    await show(page, 2500)
  } finally {
    await browser.close()
  }
}

await withDemoService(walk)
const picture = await sharp(frames, { join: { animated: true } })
  .webp({ quality: 60, effort: 5, minSize: true, delay: delays, loop: 0 })
  .toBuffer()
if (picture.length > MAX_BYTES) throw new Error(`The walk-through has ${picture.length} bytes, at most ${MAX_BYTES} are allowed.`)
writeFileSync(target, picture)
console.log(`${target}: ${frames.length} frames, ${picture.length} bytes`)
