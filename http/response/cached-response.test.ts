import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { apiEndpoints } from '#contract/index.ts'
import { portOf, type RawAnswer, rawCall } from '#tests/support/raw.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { insertPublishedRound } from '#tests/support/world/rounds.ts'
import { encodingFor } from './cached-response.ts'

let service: TestService
let port: number
before(async () => {
  service = await startService()
  port = portOf(service.origin)
  await insertPublishedRound(service, 'karta-dvorov')
})
after(() => service.close())

// Every public GET with a valid URL, and the documents.
const addresses = [
  ...apiEndpoints
    .filter(({ method, path, access, success }) => method === 'GET' && access === 'public' && !success && path !== '/invitation/{token}') // files are sent another way, and a token is a secret
    .map(({ path }) => `/api${path.replace('{slug}', 'karta-dvorov').replace('{query}', 'de')}`),
  '/api/openapi.json',
  '/api/docs',
]
const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawAnswer> => {
  const lines = Object.entries({ Host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return rawCall(port, `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, { hasBody: method !== 'HEAD' })
}
const header = (answer: RawAnswer, name: string) => answer.headers.get(name)?.join(', ')
const stable = ({ headers }: RawAnswer) =>
  [...headers].filter(([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name)).sort()

test('there are URLs to test', () => assert.ok(addresses.length >= 11))

for (const path of addresses) {
  test(`${path} has a strong ETag and answers 304 to If-None-Match`, async () => {
    for (let round = 0; round < 3; round++) {
      // first made, then cached, then from the cache
      const answer = await get(path)
      assert.equal(answer.status, 200)
      const etag = header(answer, 'etag')!
      assert.match(etag, /^"[\w-]{10,}"$/)
      assert.equal(header(answer, 'cache-control'), 'public, max-age=0, must-revalidate')
      assert.equal(header(answer, 'vary'), 'Authorization, Accept-Encoding, Accept-Language')
      assert.equal(Number(header(answer, 'content-length')), answer.bytes.length)
      for (const matching of [
        etag,
        `W/${etag}`,
        `"other", ${etag}`,
        `"a",W/${etag} , "b"`,
        '*',
        etag.replace(/"$/, '-br"'),
        etag.replace(/"$/, '-gzip"'),
      ]) {
        const unchanged = await get(path, { 'If-None-Match': matching })
        assert.equal(unchanged.status, 304, matching)
        assert.equal(header(unchanged, 'etag'), etag)
        assert.equal(header(unchanged, 'vary'), header(answer, 'vary'))
        assert.equal(header(unchanged, 'cache-control'), header(answer, 'cache-control'))
        assert.equal(header(unchanged, 'content-type'), undefined)
      }
      for (const other of ['"other"', etag.slice(1, -1), etag.replace(/"$/, 'x"'), `"${'x'.repeat(22)}"`])
        assert.equal((await get(path, { 'If-None-Match': other })).status, 200, other)
    }
  })

  test(`${path} is compressed for callers that accept it, and decompresses to the same bytes`, async () => {
    const plain = await get(path)
    for (const [accept, encoding, unpack] of [
      ['br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['gzip, deflate, br', 'br', brotliDecompressSync],
    ] as const) {
      const answer = await get(path, { 'Accept-Encoding': accept })
      if (plain.bytes.length < 1024) {
        assert.equal(header(answer, 'content-encoding'), undefined)
        continue
      }
      assert.equal(header(answer, 'content-encoding'), encoding)
      assert.ok(answer.bytes.length < plain.bytes.length)
      assert.deepEqual(unpack(answer.bytes), plain.bytes)
      assert.notEqual(header(answer, 'etag'), header(plain, 'etag'))
      const etag = header(answer, 'etag')!
      const unchanged = await get(path, { 'Accept-Encoding': accept, 'If-None-Match': etag })
      assert.deepEqual([unchanged.status, header(unchanged, 'etag')], [304, etag])
    }
  })

  test(`HEAD ${path} has the headers of GET and no body`, async () => {
    for (const accept of ['identity', 'br']) {
      const [whole, head] = [await get(path, { 'Accept-Encoding': accept }), await get(path, { 'Accept-Encoding': accept }, 'HEAD')]
      assert.equal(head.status, 200)
      assert.deepEqual(stable(head), stable(whole))
      const unchanged = await get(path, { 'If-None-Match': '*' }, 'HEAD')
      assert.equal(unchanged.status, 304)
    }
  })

  test(`${path}/ is the same as without the slash`, async () => {
    const [bare, slashed] = [await get(path), await get(`${path}/`)]
    assert.deepEqual([slashed.status, slashed.body], [200, bare.body])
    assert.equal(header(slashed, 'etag'), header(bare, 'etag'))
  })
}

test('a POST has no ETag, because searches with different bodies share one URL', async () => {
  const response = await fetch(`${service.url}/project/findmany`, { method: 'POST', headers: { 'if-none-match': '*' } })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('etag'), null)
})

for (const [accept, encoding] of [
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['deflate, zstd', undefined],
  ['br', 'br'],
  ['BR', 'br'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, br', 'br'],
  ['gzip;q=0.9, br;q=0.8', 'gzip'],
  ['br;q=0', undefined],
  ['br;q=0.000, gzip', 'gzip'],
  ['gzip;q=0, br;q=0', undefined],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['br;q=0, *', 'gzip'],
  ['*, br;q=0', 'gzip'],
  ['gzip;q=0, *;q=0.5', 'br'],
  ['gzip;q=0.3, *;q=0', 'gzip'],
  ['br;q=nonsense', undefined],
  [' gzip ; q=1.0 ,identity;q=0.5', 'gzip'],
] as const)
  test(`“Accept-Encoding: ${accept ?? '(none)'}” gets ${encoding ?? 'plain bytes'}`, () => {
    assert.equal(encodingFor(accept), encoding)
  })
