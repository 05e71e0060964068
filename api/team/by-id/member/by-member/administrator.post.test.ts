import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Call } from '#contract/client.ts'
import { handOverTeam } from '#contract/team.ts'
import { memberAt, memberIn, useTeams } from '#tests/support/own-teams.ts'
import { refused } from '#tests/support/strict-client.ts'

const { state, boris, vera, gleb, page, teamOf, mails } = useTeams()

test('a team is handed over', async () => {
  const id = await teamOf('boris*', 'vera', 'former')
  await state.service.sql`insert into member (team_id, name) values (${id}, 'Without account')`
  const seen = await page(boris, id)
  const [mine, other, disabled, named] = [/Борис/, /Вера/, /Nora/, /Without/].map((name) => memberIn(seen, name)) as [
    number,
    number,
    number,
    number,
  ]
  const handOver = (who: Call, to: number, body: object = {}) => who(handOverTeam, { ...memberAt(id, to), body })
  await refused('not_team_administrator', handOver(vera, other))
  await refused('team_not_found', handOver(gleb, other))
  await refused('member_not_found', handOver(boris, 2_147_483_647))
  for (const without of [disabled, named]) await refused('member_without_account', handOver(boris, without))
  assert.deepEqual(await handOver(boris, mine, { staysAdministrator: false }), seen, 'to oneself: nothing changes')
  const both = await handOver(boris, other)
  assert.deepEqual(
    both.members.map((one) => one.isAdministrator),
    [true, true, false, false],
  )
  assert.deepEqual(await handOver(boris, other), both)
  assert.deepEqual(await mails('team_admin'), ['vera'])
  const handed = await handOver(boris, other, { staysAdministrator: false })
  assert.deepEqual([handed.own.isAdministrator, handed.members.map((one) => one.isAdministrator)], [false, [false, true, false, false]])
  await refused('not_team_administrator', handOver(boris, mine))
  assert.deepEqual(await mails('team_admin'), ['vera'])
})
