import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readS3Address } from './s3-address.ts'

test('an address has bucket, prefix, endpoint and region', () => {
  assert.deepEqual(readS3Address('s3://files'), { bucket: 'files', prefix: '', endpoint: undefined, region: 'us-east-1' })
  assert.deepEqual(readS3Address('s3://my-files/a/b/?endpoint=http://127.0.0.1:9000&region=eu-central-1'), {
    bucket: 'my-files',
    prefix: 'a/b/',
    endpoint: 'http://127.0.0.1:9000',
    region: 'eu-central-1',
  })
})

test('an invalid address is explained', () => {
  for (const [address, pattern] of [
    ['/var/files', /form s3/],
    ['https://files.example.org', /form s3/],
    ['s3://', /bucket/],
    ['s3://Bad_Bucket', /bucket/],
    ['s3://key:secret@files', /AWS_ACCESS_KEY_ID/],
    ['s3://files:9000', /port/],
    ['s3://files?endpont=https://x', /endpont/],
    ['s3://files?endpoint=minio:9000', /endpoint/],
    ['s3://files/a%00b', /prefix/],
  ] as const) {
    const error = readS3Address(address)
    assert.ok(typeof error === 'string', address)
    assert.match(error, pattern)
  }
})
