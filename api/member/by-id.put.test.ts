import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { updateMemberRole } from '#contract/member.ts'
import { getProject } from '#contract/project.ts'
import { builtInRoleAliases, builtInRoles } from '#contract/vocabulary/role.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

let memberId: string
const { service } = useService()
before(async () => {
  const [row] = await service.sql`select m.id from member m join person p on p.id = m.person_id where p.login = 'vera'`
  memberId = String(row!.id)
})

const rolesShown = async () => {
  const boris = await callAs(service, 'boris')
  const { members } = await boris(getProject, { params: { slug: 'museum-pocket-guide' } })
  return members.find(({ id }) => String(id) === memberId)!.roles
}

test('the role replaces all roles of the member', async () => {
  const vera = await callAs(service, 'vera')
  await service.sql`insert into member_role (member_id, role_id) select ${memberId}::int, id from role where name = 'Researcher'`
  const answer = await vera(updateMemberRole, { params: { id: memberId }, body: { role: 'Тестировщик' } })
  assert.deepEqual([answer.id, answer.roles], [Number(memberId), ['QA']])
  assert.deepEqual(await rolesShown(), ['QA'])
})

test('[field] the role names of both menus of the app are accepted, the Russian ones as aliases', async () => {
  const vera = await callAs(service, 'vera')
  const put = async (role: string) => (await vera(updateMemberRole, { params: { id: memberId }, body: { role } })).roles
  for (const role of builtInRoles) assert.deepEqual(await put(role), [role])
  for (const [alias, role] of builtInRoleAliases) {
    assert.deepEqual(await put(alias), [role])
    assert.deepEqual(await rolesShown(), [role])
  }
  await put('QA')
})

test('permissions are the same as for PUT /member', async () => {
  const [boris, gleb] = [await callAs(service, 'boris'), await callAs(service, 'gleb')]
  const body = { role: 'Data Engineer' }
  await refused('not_team_administrator', gleb(updateMemberRole, { params: { id: memberId }, body }))
  await refused('unknown_role', boris(updateMemberRole, { params: { id: memberId }, body: { role: 'Wizard' } }))
  await refused('unknown_role', boris(updateMemberRole, { params: { id: memberId }, body: { role: '' } }))
  await refused('precondition_failed', boris(updateMemberRole, { params: { id: memberId }, body, headers: { 'if-match': '"x"' } }))
  assert.deepEqual(await rolesShown(), ['QA'])
  assert.deepEqual((await boris(updateMemberRole, { params: { id: memberId }, body })).roles, ['Data Engineer'])
})

test('the member is taken from the path, not from the body', async () => {
  const gleb = await callAs(service, 'gleb')
  const body = { role: 'QA', id: gleb.tokens.user.id, member: { id: 1, user: gleb.tokens.user.id, isAdministrator: true } }
  await refused('not_team_administrator', gleb(updateMemberRole, { params: { id: memberId }, body }))
})

test('unknown ids, zero and ids beyond 32 bits are not found; other texts are invalid', async () => {
  const vera = await callAs(service, 'vera')
  for (const id of ['2147483648', '9999999999', String(Number(memberId) + 2 ** 32), '0', '999999'])
    await refused('member_not_found', vera(updateMemberRole, { params: { id }, body: { role: 'QA' } }))
  for (const id of ['x', '-1', '1.5', '1e3', '99999999999', '\0'])
    await refused('invalid_input', vera(updateMemberRole, { params: { id }, body: { role: 'QA' } }))
  await refused('invalid_value', vera(updateMemberRole, { params: { id: memberId }, body: { role: 'x'.repeat(101) } }))
  await refused('invalid_input', vera(updateMemberRole, { params: { id: memberId }, body: {} as { role: string } }))
})
