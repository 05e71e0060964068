import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Locator } from 'playwright-core'

// What a page shows, once it shows it: a list comes later than the headings around it. The deadline only ends a test that fails.

const WAIT_MS = 30_000

export async function assertShown<T>(read: () => Promise<T>, expected: T, message?: string): Promise<void> {
  const deadline = performance.now() + WAIT_MS
  let shown = await read()
  while (!isDeepStrictEqual(shown, expected) && performance.now() < deadline) {
    await sleep(50)
    shown = await read()
  }
  assert.deepEqual(shown, expected, message)
}

export const assertCount = (found: Locator, expected: number, message?: string): Promise<void> =>
  assertShown(() => found.count(), expected, message)

export const assertTexts = (found: Locator, expected: string[], message?: string): Promise<void> =>
  assertShown(() => found.allTextContents(), expected, message)
