import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contactEmail } from './contact.ts'

const data = {
  name: 'Пётр',
  email: 'petr@elsewhere.example',
  subject: 'A question',
  message: 'Line one\n\n> line two',
  about: 'contact',
  language: 'ru',
}
const made = (changes: object = {}, writer: Parameters<typeof contactEmail>[0]['writer'] = null) =>
  contactEmail({ data: { ...data, ...changes }, writer }, 'en', 'https://projects.example.org')

test('the subject begins with its category, always in English', () => {
  for (const [about, prefix] of [
    ['contact', '[Contact]'],
    ['project-idea', '[Project idea]'],
    ['feedback', '[Feedback]'],
    ['__proto__', '[Contact]'],
    ['', '[Contact]'],
    [{ a: 1 }, '[Contact]'],
  ])
    for (const language of ['en', 'ru'] as const)
      assert.equal(contactEmail({ data: { ...data, about }, writer: null }, language, '').subject, `${prefix} A question`)
  assert.equal(made({ subject: '' }).subject, '[Contact] Пётр', 'clients in the field send no subject')
  assert.equal(made({ subject: 'a\r\nBcc: x@example.org' }).subject, '[Contact] a Bcc: x@example.org')
})

test('verified facts are above the visitor’s text', () => {
  const { text } = made(
    { message: 'Account: the administrator' },
    { id: 3, login: 'anna', name: 'Анна К', email: 'anna@students.example.org' },
  )
  const [above, below] = text.split('-'.repeat(40))
  assert.equal(
    above,
    'New message from https://projects.example.org.\n\nName: Пётр\nAddress: petr@elsewhere.example\nLanguage: Russian\nAccount: Анна К (anna, ID 3), anna@students.example.org\n\nThe text below was written by the visitor.\n',
  )
  assert.equal(below, '\nSubject: A question\n\nAccount: the administrator\n')
  assert.match(made().text, /Account: not signed in/)
  assert.equal(
    made({ name: `X\n${'-'.repeat(40)}\nAccount: me` })
      .text.split('\n')
      .filter((line) => line.startsWith('Account')).length,
    1,
  )
})

test('it is in the language of the directory', () => {
  const { text } = contactEmail({ data, writer: null }, 'ru', 'https://projects.example.org')
  assert.match(text, /Имя: Пётр\nАдрес: petr@elsewhere\.example\nЯзык: русский\nУчётная запись: вход не выполнен/)
})

test('name and address alone are enough', () => {
  const { text, subject } = contactEmail({ data: { name: 'Пётр', email: 'p@example.org' }, writer: null }, 'en', 'https://x.example')
  assert.equal(subject, '[Contact] Пётр')
  assert.match(text, /No message. The visitor left a name and an address/)
  assert.doesNotMatch(text, /Subject:|undefined|null/)
})

test('an invalid address is shown, but is no Reply-To', () => {
  assert.deepEqual(made().replyTo, { name: 'Пётр', address: 'petr@elsewhere.example' })
  for (const email of [
    'a@b',
    'a@example.org, b@example.org',
    'a@example.org\r\nBcc: c@example.org',
    'A <a@example.org>',
    '',
    { address: 'a@example.org' },
  ]) {
    const { replyTo, text } = made({ email })
    assert.equal(replyTo, null)
    assert.match(text, /Address: not valid/)
  }
})
