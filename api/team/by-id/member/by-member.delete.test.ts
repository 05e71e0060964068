import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disbandTeam, handOverTeam, removeOwnMember } from '#contract/team.ts'
import { at, memberAt, memberIn, useTeams } from '#tests/support/own-teams.ts'
import { refused } from '#tests/support/strict-client.ts'

const { anna, boris, vera, curator, page, edit, leave, undo, teamOf, assign, mails, applyDue } = useTeams()

test('a removal takes effect after the undo time; until then the member keeps the place, and only admins and curators see it', async () => {
  const id = await teamOf('boris*', 'vera', 'anna*')
  const other = memberIn(await page(boris, id), /Вера/)
  const own = memberIn(await page(boris, id), /Борис/)
  await refused('not_team_administrator', vera(removeOwnMember, memberAt(id, own)))
  await refused('use_leave_instead', boris(removeOwnMember, memberAt(id, own)))
  await refused('member_not_found', boris(removeOwnMember, memberAt(id, 2_147_483_647)))
  const pending = await boris(removeOwnMember, memberAt(id, other))
  const { removal } = pending.members.find((one) => one.id === other)!
  assert.equal(removal!.by, 'Ефимов Борис Алексеевич')
  const minutes = (Date.parse(removal!.takesEffectAt) - Date.now()) / 60_000
  assert.ok(minutes > 9 && minutes <= 10, `${minutes}`)
  assert.deepEqual(await boris(removeOwnMember, memberAt(id, other)), pending, 'repeating it changes nothing')
  assert.ok((await page(curator, id)).members.some((one) => one.removal))
  assert.ok((await page(vera, id)).members.every((one) => one.removal === null))
  assert.equal(await applyDue(9), 0)
  await refused('not_team_administrator', undo(vera, id, other))
  assert.ok(
    (await undo(anna, id, other)).members.every((one) => one.removal === null),
    'by another admin',
  )
  await refused('team_change_over', undo(boris, id, other))
  assert.equal(await applyDue(), 0)
  await boris(removeOwnMember, memberAt(id, other))
  assert.deepEqual(await mails('team_removed'), [])
  assert.equal(await applyDue(), 1)
  assert.equal((await page(boris, id)).size, 2)
  await refused('team_not_found', page(vera, id))
  assert.deepEqual(await mails('team_removed'), ['vera'])
  await refused('team_change_over', undo(boris, id, other))
})

test('a removal is dropped when its actor is no admin any more, or the team has a project', async () => {
  const id = await teamOf('boris*', 'vera', 'anna*')
  const seen = await page(boris, id)
  const [mine, other, third] = [/Борис/, /Вера/, /Анна/].map((name) => memberIn(seen, name)) as [number, number, number]
  await boris(removeOwnMember, memberAt(id, other))
  await anna(removeOwnMember, memberAt(id, mine))
  await boris(removeOwnMember, memberAt(id, third))
  assert.equal(await applyDue(), 2, 'vera is removed, then boris; anna stays')
  assert.deepEqual(
    (await page(anna, id)).members.map((one) => one.id),
    [third],
  )
  const second = await teamOf('boris*', 'vera')
  await boris(removeOwnMember, memberAt(second, memberIn(await page(boris, second), /Вера/)))
  await assign(second)
  assert.equal(await applyDue(), 0)
  assert.ok((await page(boris, second)).members.every((one) => one.removal === null))
})

test('while the team works on a project, its members change only through curators', async () => {
  const id = await teamOf('boris*', 'vera')
  await assign(id)
  const other = memberIn(await page(boris, id), /Вера/)
  await refused('team_has_project', leave(vera, id))
  await refused('team_has_project', boris(removeOwnMember, memberAt(id, other)))
  await refused('team_has_project', boris(handOverTeam, { ...memberAt(id, other), body: {} }))
  await refused('team_has_project', boris(disbandTeam, at(id)))
  await edit(boris, id, { description: 'Texts can be changed.' })
})
