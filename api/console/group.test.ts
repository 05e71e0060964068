import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listPeople } from '#contract/console/person.ts'
import { getReport } from '#contract/console/report.ts'
import { listGroups } from '#contract/console/responsibility.ts'
import { getConsoleTeam } from '#contract/console/team.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { useService } from '#tests/support/use-service.ts'
import { addTeam } from '#tests/support/world/requests.ts'

const { service } = useService()

test('groups are suggested with their numbers, and shown for team members', async () => {
  const curator = await callAs(service, 'curator')
  await service.sql`update person set group_name = 'Z-9' where login in ('daria.melnik', 'fyodor.zimin')`
  const { groups } = await curator(listGroups)
  assert.deepEqual(
    groups.find(({ name }) => name === 'Z-9'),
    { name: 'Z-9', people: 2 },
  )
  // The same group in another spelling: every count is the number of rows of the list it leads to.
  await service.sql`update person set group_name = 'z-9' where login = 'anna'`
  const counted = (await curator(listGroups)).groups
  assert.deepEqual(
    counted.filter(({ name }) => name.toLowerCase() === 'z-9'),
    [{ name: 'Z-9', people: 3 }],
  )
  for (const { name, people } of counted) assert.equal((await curator(listPeople, { query: { group: name } })).total, people, name)
  assert.deepEqual((await curator(getReport)).groups, counted)
  const team = await addTeam(service.sql, 'Grouped', 'daria.melnik*')
  assert.equal((await curator(getConsoleTeam, { params: { id: String(team) } })).members[0]!.group, 'Z-9')
  const staff = (await curator(listPeople, { query: { access: 'staff' } })).people.map(({ login }) => login)
  assert.deepEqual(staff.toSorted(), ['admin', 'curator'])
})
