import assert from 'node:assert/strict'
import { openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile, toast } from '#tests/support/console/console-app.ts'
import { applyAlone } from '#tests/support/console/console-requests.ts'
import { assertCount } from '#tests/support/page/assert-content.ts'
import { journey } from '#tests/support/tier.ts'
import { addQuestion } from '#tests/support/world/questions.ts'
import { addProject } from '#tests/support/world/requests.ts'

// What curators do while teams apply: from Today to answers and decisions.

const service = serviceOfFile()
const open = consoleOf(openBrowser(), service)

journey('from Today to the requests to leave, to an unanswered question, and to a decision that is undone and made again', async () => {
  const { sql } = service
  const [{ id: team }] = (await sql`select id from team where name = 'Маяк'`) as unknown as [{ id: number }]
  await sql`insert into leave_request (team_id, person_id, created_at) select ${team}, id, now() from person where login = 'ksenia.rudenko'`
  await sql`delete from question`
  const project = await addProject(sql, 'asked', { name: 'Asked about' })
  await addQuestion(sql, project, 'gleb', 'When do we start?')
  await addQuestion(sql, project, 'anna', 'Is it far?', 'No.')
  await addQuestion(sql, await addProject(sql, 'other'), 'anna', 'Cheap tools here?')
  await service.app.catalog.refresh()
  const request = await applyAlone(sql, 'decided', 'Decided', 'Deciders', 'anna*', 'vera')
  const next = await applyAlone(sql, 'waited-for', 'Waited for', 'Waiters', 'anna*', 'vera')
  const [reason] = await sql`select text_en from refusal_reason order by position, id limit 1`
  const statusOf = async ({ id }: { id: number }) => (await sql`select status from reviewed_request where id = ${id}`)[0]!.status
  await sql`update request set created_at = '2020-01-01' where id = ${next.id}`
  const { page, faults } = await open('/console')
  await page.getByRole('link', { name: '2 requests to leave a team' }).click()
  await page.getByRole('heading', { level: 1, name: 'Requests to leave' }).waitFor()
  await page.getByText('2 requests', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Decline: Гусев Артём Николаевич' }).click()
  await page.getByRole('dialog', { name: 'Keep Гусев Артём Николаевич in “Маяк”?' }).getByRole('button', { name: 'Decline' }).click()
  await toast(page, 'Гусев Артём Николаевич stays in “Маяк”.')
  await page.getByText('1 request', { exact: true }).waitFor() // the answered one has left the list of open ones
  await page.getByRole('link', { name: 'Маяк' }).click()
  const section = page.getByRole('region', { name: 'Requests to leave' })
  await section.getByText('Awaits your answer').waitFor()
  await section.getByRole('button', { name: 'Agree: Руденко Ксения Викторовна' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Let them leave' }).click()
  await toast(page, 'Руденко Ксения Викторовна has left “Маяк”.')
  await section.waitFor({ state: 'detached' })
  const members = await sql`select p.login from member m join person p on p.id = m.person_id where team_id = ${team} order by m.id`
  assert.deepEqual(
    members.map(({ login }) => login),
    ['boris', 'vera', 'artyom.gusev'],
  )
  await page.goto(`${service.origin}/console/teams/leave-requests?status=open`)
  await page.getByRole('heading', { name: 'All requests answered' }).waitFor()
  await page.getByRole('button', { name: 'Closed' }).click()
  await page.getByText('2 requests', { exact: true }).waitFor()
  await page.goto(`${service.origin}/console/audit?target=team ${team}`)
  await page.getByText('let Руденко Ксения Викторовна leave').waitFor()

  await page.goto(`${service.origin}/console`)
  await page.getByRole('link', { name: '2 unanswered questions' }).click()
  await page.waitForURL('**/console/questions?status=unanswered')
  const card = page.locator('li.question').filter({ hasText: 'When do we start?' })
  await card.waitFor()
  await assertCount(page.locator('li.question'), 2)
  await page.getByRole('button', { name: 'Answer: When do we start?' }).click()
  const answer = page.getByRole('dialog', { name: 'Answer' })
  await answer.getByRole('textbox', { name: 'Answer' }).fill('On **Monday**.')
  await answer.getByRole('button', { name: 'Publish answer' }).click()
  await page.getByText('Answer published.').waitFor()
  await card.waitFor({ state: 'detached' })
  const [stored] = await sql`select answer, answer_role, hidden_reason from question where text = 'When do we start?'`
  assert.deepEqual({ ...stored }, { answer: 'On **Monday**.', answer_role: 'curator', hidden_reason: null })

  await page.goto(`${service.origin}/console/requests?text=deciders`)
  await page.getByRole('link', { name: 'Deciders' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog', { name: 'Approve Deciders?' }).getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Application approved.', { exact: true }).waitFor()
  assert.match((await page.getByRole('timer').textContent())!, /^(9:\d\d|10:00)$/)
  assert.equal(await statusOf(request), 'approved')
  await page.getByRole('button', { name: 'Undo decision for Deciders' }).click()
  await page.getByText('Decision undone. The application awaits a decision again.').waitFor()
  assert.equal(await statusOf(request), 'submitted')
  assert.equal((await sql`select 1 from pending_decision where request_id = ${request.id}`).length, 0)
  await page.getByRole('button', { name: 'Decline' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline Deciders?' })
  await dialog.getByLabel('Reason').waitFor()
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await dialog.getByLabel('Reason').and(page.locator(':focus')).waitFor() // required, but empty
  await dialog.getByLabel('Reason').selectOption({ label: reason!.text_en })
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('status').getByText('Declined', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Next application' }).click()
  await page.waitForURL(`**/requests/${next.id}`)
  await page.getByRole('heading', { level: 1, name: 'Waiters' }).waitFor()
  assert.deepEqual(faults, [])
})
