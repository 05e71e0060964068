import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentOf, networkOf } from './caller.ts'

test('an IP address is stored without its last part', () => {
  assert.equal(networkOf('203.0.113.77'), '203.0.113.x')
  assert.equal(networkOf('127.0.0.1'), '127.0.0.x')
  assert.equal(networkOf('2001:db8:1:2::/64'), '2001:db8:1:2::/64', 'the limits have cut it already')
})

test('anything that is not an IP address is not stored', () => {
  for (const ip of ['', 'localhost', '2001:db8:1:2:3:4:5:6', '203.0.113.77, 10.0.0.1', '1.2.3', '1.2.3.4.5', '0x7f.1', '203.0.113.256'])
    assert.equal(networkOf(ip), null, ip)
})

const agents: [string, string | null][] = [
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36', 'Chrome, Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge, Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari, macOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36', 'Chrome, Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1',
    'Safari, iOS',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Mobile Safari/604.1', 'Chrome, iOS'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/138.0 YaBrowser/25.8 Safari/537.36', 'Yandex, Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/138.0 Safari/537.36 OPR/122.0', 'Opera, Linux'],
  ['ktor-client', 'Mobile app'],
  ['Projectory/1 CFNetwork/1568.200 Darwin/24.1.0', 'Mobile app, iOS'],
  ['curl/8.0', null],
  ['', null],
]

for (const [given, expected] of agents)
  test(`of “${given.slice(0, 60)}” only the browser and system are stored`, () => {
    assert.equal(agentOf(given), expected)
  })

test('no text from the User-Agent header is stored', () => {
  assert.equal(agentOf(undefined), null)
  assert.equal(agentOf('Chrome/1 <script>\n{"level":60} pj_rt_1.secret Linux'), 'Chrome, Linux')
  assert.equal(agentOf(`${'x'.repeat(500)}Chrome Android`), null, 'the rest of a very long name is not read')
})
