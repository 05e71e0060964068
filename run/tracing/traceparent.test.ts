import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTraceparent, writeTraceparent } from './traceparent.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'

test('the header is read with its sampling flag and written again', () => {
  for (const flags of ['00', '01']) {
    const text = `00-${traceId}-${spanId}-${flags}`
    const context = readTraceparent(text)
    assert.deepEqual(context, { traceId, spanId, traceFlags: Number(flags), isRemote: true })
    assert.equal(writeTraceparent(context!), text)
  }
  assert.equal(readTraceparent(`00-${traceId}-${spanId}-03`)?.traceFlags, 1, 'flags that are not known are ignored')
  assert.equal(readTraceparent(`01-${traceId}-${spanId}-01-more`)?.traceId, traceId, 'a later version may have more fields')
})

test('an invalid header is ignored', () => {
  const invalid = [
    undefined,
    null,
    '',
    [`00-${traceId}-${spanId}-01`],
    `00-${traceId}-${spanId}`,
    `00-${traceId}-${spanId}-01-more`,
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId}-${spanId}-01'; drop table outbox; --`,
  ]
  for (const text of invalid) assert.equal(readTraceparent(text), null, String(text))
})
