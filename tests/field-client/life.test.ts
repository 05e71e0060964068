import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { account, detail, found, member, profile, projectStatus, projects, roleMenu, russianRoles } from '#tests/support/field-client.ts'
import { Phone } from '#tests/support/page/phone.ts'
import { list, string } from '#tests/support/sample/kotlin.ts'
import { startService, type TestService } from '#tests/support/service.ts'

// A complete session of the deployed mobile client in its own order: guest, sign-in, rotated phone, profile, every role of
// both menus, cold start, killed during a call, sign-out. Once as released, and once as a local build, which calls the main API without
// /api. Uses only the wire format: nothing of the contract is imported.

const HOUR = 3_600_000
let service: TestService
let clock = new Date()
before(async () => {
  service = await startService({ now: () => clock, env: { MOBILE_REDIRECT_URI: 'itclinicapp://auth/callback' } })
  // A GitHub account without a surname.
  await service.sql`update person set name = 'octocat', surname = '', patronymic = '' where login = 'vera'`
  await service.app.catalog.refresh()
})
after(() => service.close())
const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms)
}

for (const [build, apiOf] of [
  ['as released', ({ url }: TestService) => url],
  ['as a local build, without /api', ({ origin }: TestService) => origin],
] as const)
  test(`[field] a complete session of the app, ${build}`, async (t) => {
    const api = apiOf(service)
    const phone = new Phone(service)
    const answer = async (path: string, body?: unknown, method?: string): Promise<unknown> => {
      const response = await phone.call(api + path, body, method)
      assert.equal(response.status, 200, `${method ?? ''} ${path} ${await response.clone().text()}`)
      assert.match(response.headers.get('content-type')!, /^application\/json(;|$)/)
      return response.json()
    }
    const ownProfile = async () => profile(await answer('/user/profile'), 'profile')

    const browse = async () => {
      const slugs: string[] = []
      for (let page = 1; ; page++) {
        const part = found(await answer('/project/findmany', page === 1 ? {} : { page }), `page ${page}`)
        slugs.push(...part.projects.map((one) => one.id))
        if (part.projects.length < 5) break
      }
      assert.equal(new Set(slugs).size, slugs.length)
      for (const path of ['/project/active', '/project/new']) assert.ok(projects(await answer(path), path).projects.length > 0)
      for (const slug of slugs.slice(0, 3)) detail(await answer(`/project/${slug}`), slug)
      list(string)(await answer('/user/role'), 'roles')
      return slugs.length
    }

    await t.test('a guest starts the app and browses', async () => {
      await phone.start()
      assert.ok((await browse()) > 40)
      assert.equal((await phone.call(`${api}/user/profile`)).status, 401)
    })

    await t.test('the person signs in, from a start without parameters', async () => {
      await phone.signIn('vera')
      assert.match(phone.lastLink!, /^itclinicapp:\/\/auth\/callback\?code=/)
      assert.equal((await ownProfile()).user.id, phone.user)
    })

    await t.test('the phone is rotated within a minute: the used code is posted again, and the person stays signed in', async () => {
      const { stored } = phone
      for (const wait of [0, 2000, 15_000]) {
        pass(wait)
        const response = (await phone.followLink())!
        assert.equal(response.status, 401)
        assert.equal(((await response.json()) as { code: string }).code, 'code_invalid')
        assert.equal((await ownProfile()).user.id, phone.user)
      }
      assert.equal(phone.stored, stored)
    })

    await t.test('the screens of a signed-in person', async () => {
      await browse()
      account(await answer('/user'), 'account')
      projectStatus(await answer('/user/projectstatus'), 'project status')
      const { projects: own, teams } = await ownProfile()
      assert.equal(own[0]!.id, teams[0]!.project, 'my project')
      projectStatus(await answer(`/user/projectstatus/${own[0]!.id}`), 'project status')
    })

    await t.test('the profile dialog is saved unchanged, without a surname, and again with a phone number', async () => {
      const before = await ownProfile()
      assert.deepEqual(before.user.fullName, { name: 'octocat', surname: '', patronymic: '' })
      for (const number of [before.user.phone, '+79123456789', before.user.phone]) {
        account(await answer('/profile/personal', before.user.fullName, 'PUT'), 'names')
        account(await answer('/profile/account', { email: before.user.email, phone: number }, 'PUT'), 'account')
        assert.deepEqual((await ownProfile()).user, { ...before.user, phone: number })
      }
      assert.equal((await ownProfile()).members.find(({ user }) => user === phone.user)!.name, 'octocat')
    })

    const ownMember = async () => (await ownProfile()).members.find(({ user }) => user === phone.user)!

    await t.test('every role of the first menu is in the answer and in the next read, spelled the same', async () => {
      const me = await ownMember()
      for (const role of roleMenu) {
        const body = { member: { ...me, roles: [role], isAdministrator: false } }
        assert.deepEqual(member(await answer('/member', body, 'PUT'), 'member').roles, [role])
        assert.deepEqual((await ownMember()).roles, [role])
      }
      await answer('/member', { member: { ...me, roles: roleMenu } }, 'PUT')
      assert.deepEqual((await ownMember()).roles, roleMenu, 'all roles together')
    })

    await t.test('every role of the second menu, on the screen that ignores the answer, is in the next read', async () => {
      const { id } = await ownMember()
      for (const role of roleMenu) {
        await answer(`/member/${id}`, { role }, 'PUT')
        assert.deepEqual((await ownMember()).roles, [role])
      }
      for (const [name, role] of Object.entries(russianRoles)) {
        member(await answer(`/member/${id}`, { role: name }, 'PUT'), name)
        assert.deepEqual((await ownMember()).roles, [role])
      }
    })

    await t.test('a cold start the next day refreshes once, and the old link has no effect', async () => {
      pass(9 * HOUR)
      assert.equal((await phone.call(`${api}/user`)).status, 401, 'the token has expired')
      await phone.start()
      assert.equal((await ownProfile()).user.id, phone.user)
      assert.equal((await phone.followLink())!.status, 401)
      assert.equal((await ownProfile()).user.id, phone.user)
    })

    await t.test('killed before a response arrived, it starts again and repeats the call', async () => {
      await phone.startAndLose()
      await phone.startAndLose()
      await phone.start()
      const { id } = await ownMember()
      for (let i = 0; i < 2; i++) await answer(`/member/${id}`, { role: 'PM' }, 'PUT')
      assert.deepEqual((await ownMember()).roles, ['PM'])
      pass(20 * HOUR)
      await phone.startTwice()
      await browse()
      assert.equal((await ownProfile()).user.id, phone.user)
    })

    await t.test('after sign-out the tokens are invalid, and the app continues as a guest', async () => {
      const { stored } = phone
      assert.equal(await phone.signOut(), 204)
      const other = Object.assign(new Phone(service), { stored })
      assert.equal((await other.call(`${api}/user`)).status, 401)
      await other.start()
      assert.equal(other.stored, null)
      await phone.start()
      await browse()
      assert.equal(phone.jar.size, 0)
    })
  })
