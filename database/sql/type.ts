// Parsers of PostgreSQL types. Dates stay text: a Date would add a time zone. Numbers that may not fit a double (int8, numeric) stay text
// too; statements cast them where the range is known.

type Parse = (text: string) => unknown
const asText: Parse = (text) => text

const parsers: [oid: number, arrayOid: number, parse: Parse][] = [
  [16, 1000, (text) => text === 't'], // bool
  [17, 1001, (text) => Buffer.from(text.slice(2), 'hex')], // bytea
  [21, 1005, Number], // int2
  [23, 1007, Number], // int4
  [26, 1028, Number], // oid
  [700, 1021, Number], // float4
  [701, 1022, Number], // float8
  [114, 199, (text) => JSON.parse(text)], // json
  [3802, 3807, (text) => JSON.parse(text)], // jsonb
  [1114, 1115, (text) => new Date(text)], // timestamp
  [1184, 1185, (text) => new Date(text)], // timestamptz
  [20, 1016, asText], // int8
  [1700, 1231, asText], // numeric
  [1082, 1182, asText], // date
  [25, 1009, asText], // text
  [1043, 1015, asText], // varchar
  [19, 1003, asText], // name
  [18, 1002, asText], // "char"
  [2950, 2951, asText], // uuid
]

const byOid = new Map<number, Parse>()
for (const [oid, arrayOid, parse] of parsers) {
  byOid.set(oid, parse)
  byOid.set(arrayOid, (text) => arrayOf(text, parse))
}

export const parserOf = (oid: number): Parse => byOid.get(oid) ?? asText

// {1,2}, {"with, comma",null}, {{1},{2}}; lower bounds other than 1 are a prefix: [0:1]={1,2}
function arrayOf(text: string, parse: Parse): unknown[] {
  const start = text.indexOf('{')
  if (text.length === start + 2) return []
  if (!text.includes('"') && text.indexOf('{', start + 1) === -1)
    return text
      .slice(start + 1, -1)
      .split(',')
      .map(itemOf(parse))
  return nestedArray({ text, at: start + 1 }, itemOf(parse), parse)
}

const itemOf =
  (parse: Parse): Parse =>
  (text) =>
    text === 'NULL' ? null : parse(text)

type Reader = { text: string; at: number }

function nestedArray(reader: Reader, bare: Parse, parse: Parse): unknown[] {
  const { text } = reader
  const items: unknown[] = []
  while (reader.at < text.length) {
    if (text[reader.at] === '{') {
      reader.at++
      items.push(nestedArray(reader, bare, parse))
    } else if (text[reader.at] === '"') items.push(parse(quotedItem(reader)))
    else items.push(bare(bareItem(reader)))
    if (text[reader.at++] === '}') break
  }
  return items
}

const untilItsEnd = /[^,}]*/y

function bareItem(reader: Reader): string {
  untilItsEnd.lastIndex = reader.at
  const [item] = untilItsEnd.exec(reader.text)!
  reader.at += item.length
  return item
}

function quotedItem(reader: Reader): string {
  const { text } = reader
  let item = ''
  for (reader.at++; reader.at < text.length && text[reader.at] !== '"'; reader.at++) {
    if (text[reader.at] === '\\') reader.at++
    item += text[reader.at]
  }
  reader.at++
  return item
}
