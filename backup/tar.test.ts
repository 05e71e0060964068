import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { readTar, tarEnd, tarEntry } from './tar.ts'

async function* archive() {
  yield* tarEntry('header.json', 2, Buffer.from('{}'), new Date(0))
  yield tarEnd()
}

test('an entry has the type, the link name and the format that the ustar header has at these places', async () => {
  const { value } = await archive().next()
  const header = Buffer.from(value!).toString('latin1')
  assert.deepEqual([header[156], header.slice(157, 257), header.slice(257, 265)], ['0', '\0'.repeat(100), 'ustar\x0000'])
})

test('what was written is read', async () => {
  const read: [string, number, string][] = []
  for await (const { name, size, content } of readTar(archive())) read.push([name, size, await text(content)])
  assert.deepEqual(read, [['header.json', 2, '{}']])
})
