import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attribute, createXmlReader } from './xml.ts'

function eventsOf(text: string, chunk = text.length): string[] {
  const events: string[] = []
  const reader = createXmlReader({
    open: (name, attributes) => void events.push(`<${name}${attributes}`),
    close: (name) => void events.push(`/${name}`),
    text: (text) => void events.push(text),
  })
  for (let at = 0; at < text.length; at += chunk) reader.write(text.slice(at, at + chunk))
  reader.end()
  return events
}

test('a tag ends at the first > outside of the values of its attributes', () => {
  assert.deepEqual(eventsOf('<a b="1>2" c=\'>">\'>x</a>'), ['<a b="1>2" c=\'>">\'', 'x', '/a'])
  assert.equal(attribute(' b="1>2" c=\'>\'', 'c'), '>')
})

test('the chunks do not matter', () => {
  const text = '<a b="1>2"><!-- > --><c/>x&amp;y<![CDATA[<d>]]></a>'
  const joined = (events: string[]) => events.join(' ').replace(/ /g, '')
  for (const chunk of [1, 2, 3, 7]) assert.equal(joined(eventsOf(text, chunk)), joined(eventsOf(text)))
})

test('a tag that does not end is refused', () => {
  assert.throws(() => eventsOf(`<a b="${'>'.repeat(70_000)}`, 1000))
})
