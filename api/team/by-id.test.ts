import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Call } from '#contract/client.ts'
import { acceptInvitation, answerInvitation, answerJoinRequest, createInvitation, createJoinRequest } from '#contract/invitation.ts'
import { createRequest } from '#contract/request.ts'
import { cancelLeave, disbandTeam, handOverTeam, removeOwnMember, requestLeave } from '#contract/team.ts'
import { refused } from '#tests/support/strict-client.ts'
import { at, memberAt, memberIn, useTeams } from '#tests/support/world/own-teams.ts'
import { personOf } from '#tests/support/world/requests.ts'
import { openRound } from '#tests/support/world/rounds.ts'

const { state, anna, boris, vera, gleb, curator, page, edit, leave, undo, teamOf, newProject, assign, mails, applyDue } = useTeams()

describe('leaveTeam', () => {
  test('when the only admin leaves, the longest-standing member becomes admin; the last member disbands the team', async () => {
    const id = await teamOf('boris*', 'vera', 'gleb')
    await refused('team_not_found', leave(anna, id))
    await refused('not_in_team', leave(curator, id))
    assert.deepEqual(await leave(boris, id), { id, status: 'left', isDisbanded: false })
    assert.deepEqual(await mails('team_admin'), ['vera'])
    const { own, actions } = await page(vera, id)
    assert.deepEqual([own.isAdministrator, actions.edit.isAllowed], [true, true])
    await leave(vera, id)
    await assign(id, '2020-01-01')
    const slug = await newProject()
    const request = await gleb(createRequest, { body: { project: slug, team: id } })
    assert.deepEqual(await leave(gleb, id), { id, status: 'left', isDisbanded: true })
    const [row] = await state.service.sql`
    select t.disbanded_at is not null as "isDisbanded", r.status from team t join request r on r.team_id = t.id where r.id = ${request.id}`
    assert.deepEqual({ ...row }, { isDisbanded: true, status: 'withdrawn' })
  })
})

const ask = (who: Call, id: number, message?: string) => who(requestLeave, { ...at(id), body: { message } })

describe('requestLeave', () => {
  test('a member of a working team asks the curators to leave', async () => {
    const id = await teamOf('boris*', 'vera')
    await assign(id)
    await refused('team_not_found', ask(gleb, id))
    await refused('not_in_team', ask(curator, id))
    const asked = await ask(vera, id, ' I move. ')
    const request = asked.own.leaveRequest!.id
    assert.deepEqual([asked.actions.leave.code, asked.actions.askToLeave.code], ['team_has_project', 'already_asked_to_leave'])
    const { sql } = state.service
    const [row] = await sql`select message, status from leave_request where id = ${request}`
    assert.deepEqual({ ...row }, { message: 'I move.', status: 'open' })
    assert.equal((await page(boris, id)).own.leaveRequest, null)
    assert.deepEqual(await mails('leave_request'), ['admin', 'curator'])
    const [mail] = await sql`select data from outbox where kind = 'leave_request' limit 1`
    assert.deepEqual(mail!.data, { team: id, by: await personOf(sql, 'vera'), request })
    await refused('already_asked_to_leave', ask(vera, id))
  })

  test('the curator of the project is asked, where there is one', async () => {
    const id = await teamOf('boris*', 'vera')
    const slug = await assign(id)
    const { sql } = state.service
    await sql`update project set curator_id = ${await personOf(sql, 'curator')} where slug = ${slug}`
    await ask(vera, id)
    assert.deepEqual(await mails('leave_request'), ['curator'])
  })

  test('three requests a day', async () => {
    await state.service.sql`delete from leave_request`
    const id = await teamOf('boris*', 'vera')
    await assign(id)
    for (let round = 0; round < 3; round++) {
      await ask(vera, id)
      await vera(cancelLeave, at(id))
    }
    assert.match((await refused('too_many_leave_requests', ask(vera, id))).detail, /up to 3 requests to leave a day. Try again in 24 h/)
    await ask(boris, id)
  })

  test('without a running project no curator has to agree', async () => {
    const id = await teamOf('boris*', 'vera')
    await assign(id, '2020-01-01')
    await refused('team_has_no_project', ask(vera, id))
    assert.equal((await page(vera, id)).actions.leave.isAllowed, true)
  })
})

describe('cancelLeave', () => {
  before(() => state.service.sql`delete from leave_request`) // only some a day are allowed

  test('a member cancels the request to leave, once', async () => {
    const id = await teamOf('boris*', 'vera')
    await assign(id)
    const request = (await vera(requestLeave, { ...at(id), body: {} })).own.leaveRequest!.id
    await refused('team_not_found', gleb(cancelLeave, at(id)))
    await refused('not_in_team', curator(cancelLeave, at(id)))
    await refused('leave_request_over', boris(cancelLeave, at(id)))
    assert.equal((await vera(cancelLeave, at(id))).own.leaveRequest, null)
    assert.equal((await state.service.sql`select status from leave_request where id = ${request}`)[0]!.status, 'cancelled')
    await refused('leave_request_over', vera(cancelLeave, at(id)))
  })
})

describe('undoTeamChange', () => {
  test('every admin of the team undoes a removal or the disbanding before it takes effect', async () => {
    const id = await teamOf('boris*', 'vera', 'anna*')
    const other = memberIn(await page(boris, id), /Вера/)
    await refused('team_change_over', undo(boris, id))
    await refused('team_change_over', undo(boris, id, other))
    await boris(removeOwnMember, memberAt(id, other))
    await boris(disbandTeam, at(id))
    await refused('not_team_administrator', undo(vera, id, other))
    await refused('not_team_administrator', undo(curator, id))
    await refused('team_not_found', undo(gleb, id))
    const both = await undo(anna, id)
    assert.deepEqual([both.disbanding, both.members.filter((one) => one.removal).map((one) => one.id)], [null, [other]])
    assert.ok((await undo(anna, id, other)).members.every((one) => one.removal === null))
    await refused('team_change_over', undo(boris, id, other))
    assert.equal(await applyDue(), 0)
    assert.deepEqual([(await page(vera, id)).size, await mails('team_removed')], [3, []])
    const events = await state.service
      .sql`select detail from audit_event where action = 'undoTeamChange' and target = ${`team ${id}`} order by seq`
    assert.deepEqual(
      events.map(({ detail }) => detail.member ?? null),
      [null, 'Никитина Вера Павловна'],
    )
  })

  test('what is due cannot be undone', async () => {
    const id = await teamOf('boris*', 'vera')
    const other = memberIn(await page(boris, id), /Вера/)
    await boris(removeOwnMember, memberAt(id, other))
    const { sql } = state.service
    await sql`update pending_team_change set decided_at = now() - interval '11 minutes', due_at = now() - interval '1 minute' where team_id = ${id}`
    await refused('team_change_over', undo(boris, id, other))
  })
})

describe('removeOwnMember', () => {
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

  test('while its choices in a round are closed, the members of a team change only through curators', async () => {
    const { sql, app } = state.service
    const id = await teamOf('boris*', 'vera')
    const slug = await newProject()
    const [{ id: project }] = (await sql`select id from project where slug = ${slug}`) as unknown as [{ id: number }]
    const round = await openRound(curator as never, [project], app.now())
    await boris(createRequest, { body: { project: slug, team: id } })
    const { link } = await boris(createInvitation, { ...at(id), body: { uses: 3 } })
    const [invitation] = await sql`
      insert into person_invitation (team_id, person_id, invited_by, created_at, expires_at)
      values (${id}, ${await personOf(sql, 'anna')}, ${await personOf(sql, 'boris')}, ${app.now()}, ${new Date(app.now().getTime() + 86_400_000)}) returning id`
    const other = memberIn(await page(boris, id), /Вера/)
    await edit(boris, id, { isLooking: true })
    const { id: asked } = await gleb(createJoinRequest, { ...at(id), body: {} })
    await boris(removeOwnMember, memberAt(id, other)) // in time, but its undo time ends too late
    await sql`update round set closes_at = ${app.now()} where id = ${round.id}`
    await refused('team_in_closed_round', leave(boris, id))
    await refused('team_in_closed_round', boris(removeOwnMember, memberAt(id, other)))
    await refused('team_in_closed_round', boris(handOverTeam, { ...memberAt(id, other), body: {} }))
    await refused('team_in_closed_round', boris(disbandTeam, at(id)))
    await refused('team_in_closed_round', boris(createInvitation, { ...at(id), body: { uses: 3 } }))
    await refused('team_in_closed_round', anna(acceptInvitation, { params: { token: link!.token } }))
    await refused('team_in_closed_round', anna(answerInvitation, { ...at(invitation!.id), body: { isAccepted: true } }))
    await refused('team_in_closed_round', anna(createJoinRequest, { ...at(id), body: {} }))
    const { detail } = await refused('team_in_closed_round', boris(answerJoinRequest, { ...at(asked), body: { isAccepted: true } }))
    assert.match(detail, new RegExp(round.name))
    assert.equal(await applyDue(), 0)
    const { members, actions } = await page(boris, id)
    assert.deepEqual(
      members.map(({ removal }) => removal),
      [null, null],
    )
    assert.deepEqual([actions.leave.code, actions.askToLeave.code], ['team_in_closed_round', null])
    await ask(vera, id)
    await sql`update request set status = 'withdrawn', decided_at = now() where team_id = ${id}`
    assert.equal((await page(boris, id)).actions.leave.code, null)
    await sql`insert into round_lock (round_id, team_id, project_id, reason) values (${round.id}, ${id}, ${project}, 'Their own idea')`
    await refused('team_in_closed_round', leave(boris, id))
    await sql`
      update round set sealed_at = now(), choices = '[]', choices_digest = ${'a'.repeat(64)}, published_at = now(), bundle = '{"places": {}}' where id = ${round.id}`
    assert.equal((await page(boris, id)).actions.leave.code, null)
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
})

describe('handOverTeam', () => {
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
})
