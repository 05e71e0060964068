import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { listSuggestedTeams, updateJoining } from '#contract/joining.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { useService } from '#tests/support/use-service.ts'
import { addLookingTeam, giveRole } from '#tests/support/world/joining.ts'

const { service } = useService()
before(async () => {
  await service.sql`update team set is_looking = false`
  await service.sql`delete from person_joining`
})

test('up to five teams that miss what the caller offers, best first, with the words that matched', async () => {
  const { sql } = service
  const gleb = await callAs(service, 'gleb')
  const suggested = async () => (await gleb(listSuggestedTeams)).teams.map(({ id }) => id)
  await addLookingTeam(sql, 'Wants nothing')
  const qa = await addLookingTeam(sql, 'One', [['QA', 1]])
  const both = await addLookingTeam(sql, 'Both', [['Designer', 1], ['QA', 1]]) // biome-ignore format: one line
  await giveRole(sql, await addLookingTeam(sql, 'Covered', [['QA', 1]]), 'QA')
  assert.deepEqual(await suggested(), [])
  await gleb(updateJoining, { body: { isOpen: false, roles: ['QA', 'Designer'] } })
  assert.deepEqual(await suggested(), [both, qa], 'also without being open to joining')
  assert.deepEqual(
    (await gleb(listSuggestedTeams)).teams[0]!.matches.map(({ role, words }) => [role, words]),
    [
      ['Designer', ['Designer']],
      ['QA', ['QA']],
    ],
  )
  for (let n = 0; n < 5; n++) await addLookingTeam(sql, 'More', [['QA', 1]])
  const found = await suggested()
  assert.deepEqual([found.length, found[0], found.includes(qa)], [5, both, false])
})
