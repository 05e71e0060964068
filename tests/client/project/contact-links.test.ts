import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contactParts } from '#client/screens/project/contact-links.ts'

// Links in brackets: [href|text].
const shape = (text: string): string =>
  contactParts(text)
    .map((part) => (typeof part === 'string' ? part : `[${part.href}|${part.text}]`))
    .join('')

const cases: [string, string][] = [
  ['Anna, anna@example.org', 'Anna, [mailto:anna@example.org|anna@example.org]'],
  ['Write to anna.k@mail.example.org.', 'Write to [mailto:anna.k@mail.example.org|anna.k@mail.example.org].'],
  ['Анна <anna@пример.рф>; +7 (999) 123-45-67', 'Анна <anna@пример.рф>; [tel:+79991234567|+7 (999) 123-45-67]'],
  ['8 800 555-35-35, a@b.org', '[tel:88005553535|8 800 555-35-35], [mailto:a@b.org|a@b.org]'],
  ['79991234567@example.org', '[mailto:79991234567@example.org|79991234567@example.org]'],
  ['room 12, @anna, a@b, @, 2026', 'room 12, @anna, a@b, @, 2026'],
  ['', ''],
]
for (const [text, expected] of cases) test(`${JSON.stringify(text)} is shown as ${expected}`, () => assert.equal(shape(text), expected))
