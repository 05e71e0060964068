import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { coverOf, motifOf, palettes } from './cover.ts'
import { motifs } from './cover-motifs.ts'

const topics = [
  'Environment',
  'Web',
  'Robotics',
  'Culture',
  'Health',
  'Open data',
  'Education',
  'Design',
  'Internet of things',
  'Mobile',
  'Machine learning',
  'City',
]

// Only the elements and attributes that the motifs use, well nested, and nothing that could refer to anything but the own gradient.
function assertPlain(svg: string): void {
  const open: string[] = []
  let at = 0
  for (const [tag, end, name, attributes, isEmpty] of svg.matchAll(/<(\/?)([A-Za-z]+)((?: [\w-]+="[^"<>&]*")*)(\/?)>/g)) {
    assert.equal(svg.indexOf(tag!, at), at, `text between elements at ${at}: ${svg.slice(at, at + 40)}`)
    at += tag!.length
    if (end) assert.equal(open.pop(), name)
    else if (!isEmpty) open.push(name!)
    if (end) continue
    assert.match(name!, /^(svg|linearGradient|stop|path|circle|g)$/)
    for (const [, key, value] of attributes!.matchAll(/ ([\w-]+)="([^"]*)"/g)) {
      assert.match(key!, /^(xmlns|viewBox|id|x2|y2|offset|stop-color|fill|opacity|d|cx|cy|r|transform|stroke(-\w+)?)$/)
      if (key !== 'xmlns') assert.match(value!, /^(url\(#c[0-9a-z]+\)|[#\w .,()-]+)$/)
      assert.doesNotMatch(value!, /NaN|undefined|Infinity/)
    }
  }
  assert.equal(at, svg.length)
  assert.deepEqual(open, [])
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom('"><script>alert(1)</script>', ']]>', '&lt;', '\0', '\ud800', '../..', 'javascript:1', '', 'url(http://x.example)'),
)

test('every cover is a small plain SVG, whatever the slug and the tags are', () => {
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 6 }), (slug, tags) => {
      const svg = coverOf(slug, tags)
      assert.ok(svg.length <= 1024 && /^[\x20-\x7e]*$/.test(svg), `${svg.length} characters`)
      assert.equal(svg, coverOf(slug, [...tags].reverse()), 'the order of the tags does not matter')
      assertPlain(svg)
    }),
    { numRuns: 500 },
  )
})

test('no cover of a thousand slugs of each topic is larger than 1 KB', () => {
  for (const topic of topics)
    for (let at = 0; at < 1000; at++) {
      const svg = coverOf(`project-${at}`, [topic])
      assert.ok(svg.length <= 1024, `${topic} project-${at}: ${svg.length}`)
    }
})

test('a very long input is read once', () => {
  assertPlain(coverOf('a'.repeat(1_000_000), ['b'.repeat(1_000_000)]))
})

// These never change: the covers of existing projects would.
test('covers are the same for ever', () => {
  const hashOf = (svg: string) => createHash('sha256').update(svg).digest('hex').slice(0, 16)
  const drawn = Object.fromEntries(topics.map((topic) => [topic, hashOf(coverOf('river-sensor-network', [topic]))]))
  assert.deepEqual(
    {
      ...drawn,
      none: hashOf(coverOf('city-tree-census', [])),
      several: hashOf(coverOf('city-tree-census', ['City', 'Mobile', 'Open data'])),
    },
    {
      'Internet of things': '83e612604241a90d',
      'Machine learning': 'a123c0cfbd0422d3',
      'Open data': 'b24138c129f1a42a',
      City: '0acd4a671ba256ac',
      Culture: '3ca653874b0b6c9e',
      Design: '06e5d3a9df45ba70',
      Education: 'bc96891ae4e85f62',
      Environment: '6606e5b9f4d9ef05',
      Health: '5d454ae5ffef4923',
      Mobile: 'f382fab96b4b2ea3',
      Robotics: '454159d3223f7364',
      Web: '944f366de24d6336',
      none: 'e7bc9c44c9b55260',
      several: 'ac79cea16f1c5cb8',
    },
  )
})

test('each of the usual topics has a motif of its own, in any spelling', () => {
  assert.ok(motifs.length >= 10)
  assert.deepEqual(
    topics.map(motifOf).toSorted((one, other) => one - other),
    motifs.map((_, at) => at),
  )
  assert.equal(motifOf(' open DATA '), motifOf('Open data'))
  assert.equal(motifOf('Ecology'), motifOf('Environment'))
})

test('projects of one topic look different', () => {
  for (const topic of topics) {
    const covers = new Set(Array.from({ length: 200 }, (_, at) => coverOf(`project-${at}`, [topic])))
    assert.ok(covers.size >= 195, `${topic}: ${covers.size}`)
  }
})

// WCAG 2.2, relative luminance and contrast ratio.
function luminanceOf(colour: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrastOf(one: string, other: string): number {
  const [dark, bright] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b) as [number, number]
  return (bright + 0.05) / (dark + 0.05)
}

// WCAG 1.4.11: 3 : 1 for graphics.
test('every palette has enough contrast in itself, and with the cards and pages of both themes', () => {
  const surfaces = ['#ffffff', '#f7f6f2', '#181f1d', '#111615'] // cards and pages, light and dark
  for (const [from, to, light, accent, shade] of palettes)
    for (const ground of [from, to]) {
      for (const surface of surfaces) assert.ok(contrastOf(ground, surface) >= 3, `${ground} on ${surface}: ${contrastOf(ground, surface)}`)
      assert.ok(contrastOf(light, ground) >= 3, `${light} on ${ground}: ${contrastOf(light, ground)}`)
      assert.ok(contrastOf(accent, ground) >= 3, `${accent} on ${ground}: ${contrastOf(accent, ground)}`)
      assert.ok(contrastOf(accent, shade) >= 3, `${accent} on ${shade}: ${contrastOf(accent, shade)}`)
    }
})
