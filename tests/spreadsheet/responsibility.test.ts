import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ImportReport, SheetKind } from '#contract/console/spreadsheet.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { signIn } from '#tests/support/sign-in.ts'

// Responsible curators and groups in exported and imported sheets.

let service: TestService
let token: string
before(async () => {
  service = await startService()
  token = (await signIn(service, 'admin')).accessToken
})
after(() => service.close())

async function imported(kind: SheetKind, content: string): Promise<ImportReport> {
  const form = new FormData()
  form.append('mode', 'do')
  form.append('files', new Blob([content]), 'sheet.csv')
  const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en' }
  const response = await fetch(`${service.url}/console/import/${kind}`, { method: 'POST', headers, body: form })
  assert.equal(response.status, 200, await response.clone().text())
  return response.json() as Promise<ImportReport>
}
const exported = async (kind: SheetKind): Promise<Record<string, string>[]> => {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${service.url}/console/export/${kind}?format=json`, { headers })).json() as Promise<Record<string, string>[]>
}
const curatorOf = async (slug: string): Promise<string | null> =>
  (await service.sql`select w.login from project p left join person w on w.id = p.curator_id where p.slug = ${slug}`)[0]!.login
const faultsOf = ({ rows }: ImportReport) => rows.flatMap(({ faults }) => faults.map(({ message }) => message))

test('a sheet of projects sets, changes and clears the responsible curator, by email or name', async () => {
  const created = await imported('project', 'slug,name,responsible curator\nduty-one,Duty one,curator@office.example.org\n')
  assert.deepEqual([created.isDone, await curatorOf('duty-one')], [true, 'curator'])
  const row = (await exported('project')).find(({ slug }) => slug === 'duty-one')!
  assert.equal(row.responsibleCurator, 'curator@office.example.org')
  await imported('project', 'slug,name,responsibleCurator\nduty-one,Duty one,Игорь Мартынов\n')
  assert.equal(await curatorOf('duty-one'), 'admin')
  await imported('project', 'slug,name,client\nduty-one,Duty one,City\n')
  assert.equal(await curatorOf('duty-one'), 'admin', 'a sheet without the column changes nothing')
  const refused = await imported('project', 'slug,name,Ответственный куратор\nduty-one,Duty one,Ковалёва Анна Дмитриевна\n')
  assert.match(faultsOf(refused)[0]!, /^There is no curator “Ковалёва Анна Дмитриевна”/)
  await imported('project', 'slug,name,responsibleCurator\nduty-one,Duty one,\n')
  assert.equal(await curatorOf('duty-one'), null)
})

test('a sheet of people sets the group; an empty cell changes nothing; the export has it', async () => {
  await imported('person', 'login,name,группа\ngrouped,Grouped,Ф-11\nvera,,Ф-11\n')
  const groups = async () =>
    Object.fromEntries((await exported('person')).filter(({ group }) => group === 'Ф-11').map(({ login, group }) => [login, group]))
  assert.deepEqual(await groups(), { grouped: 'Ф-11', vera: 'Ф-11' })
  await imported('person', 'login,group\nvera,\n')
  assert.deepEqual(await groups(), { grouped: 'Ф-11', vera: 'Ф-11' })
  assert.match(faultsOf(await imported('person', `login,group\nvera,${'g'.repeat(61)}\n`))[0]!, /is not a valid group/)
})
