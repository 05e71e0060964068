import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listVersions } from '#contract/result.ts'
import { change, type FileService, personOf, startWithFiles, upload } from '#tests/support/result.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'

let service: FileService
before(async () => {
  service = await startWithFiles()
})
after(() => service.close())

test('the team sees the versions of its file with date, author and comment; others do not', async () => {
  const boris = await personOf(service, 'boris')
  const { id } = (await (await upload(service, boris, { category: 'Poster', name: 'first.txt' })).json()) as { id: number }
  await change(service, boris, id, 'second text', { name: 'second.txt', comment: 'The map is larger' })
  const params = { id: String(id) }
  const { versions } = await (await callAs(service, 'vera'))(listVersions, { params })
  assert.deepEqual(
    versions.map(({ version, name, comment, size }) => ({ version, name, comment, size })),
    [
      { version: 2, name: 'second.txt', comment: 'The map is larger', size: 11 },
      { version: 1, name: 'first.txt', comment: null, size: 10 },
    ],
  )
  const [author] =
    await service.sql`select concat_ws(' ', nullif(surname, ''), nullif(name, ''), nullif(patronymic, '')) as name from person where login = 'boris'`
  for (const { author: by, date } of versions) {
    assert.equal(by, author!.name)
    assert.ok(Math.abs(Date.parse(date) - Date.now()) < 600_000)
  }
  assert.equal((await (await callAs(service, 'curator'))(listVersions, { params })).versions.length, 2)
  await refused('file_not_found', (await callAs(service, 'gleb'))(listVersions, { params }))
  await refused('file_not_found', (await callAs(service, 'vera'))(listVersions, { params: { id: '999999' } }))
})
