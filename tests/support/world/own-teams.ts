import { after, before, beforeEach } from 'node:test'
import type { Call } from '#contract/client.ts'
import { updateSettings } from '#contract/console/settings.ts'
import type { SettingValues } from '#contract/settings.ts'
import { createOwnTeam, getTeam, leaveTeam, type TeamPage, undoTeamChange, updateOwnTeam } from '#contract/team.ts'
import { applyDueTeamChanges } from '#run/duties/decisions.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { addProject, addTeam } from './requests.ts'
import { takeFromTeams } from './teams.ts'

// For tests of teams that members form. Before each test anna, boris, vera and gleb are in no team.

const logins = ['anna', 'boris', 'vera', 'gleb', 'curator', 'admin'] as const
type Login = (typeof logins)[number]

export const at = (id: number) => ({ params: { id: String(id) } })
export const memberAt = (id: number, member: number) => ({ params: { id: String(id), member: String(member) } })
export const memberIn = ({ members }: Pick<TeamPage, 'members'>, name: RegExp): number => members.find((one) => name.test(one.name))!.id

/** Starts a service for the tests of the file. */
export function useTeams() {
  const state = {} as { service: TestService }
  const clients = {} as Record<Login, Awaited<ReturnType<typeof callAs>>>
  before(async () => {
    state.service = await startService()
    await Promise.all(logins.map(async (login) => Object.assign(clients, { [login]: await callAs(state.service, login) })))
  })
  after(() => state.service?.close())
  beforeEach(async () => {
    const { sql } = state.service
    await takeFromTeams(sql, 'anna', 'boris', 'vera', 'gleb')
    await sql`delete from outbox`
  })

  const as =
    (login: Login): Call =>
    (endpoint, input) =>
      clients[login](endpoint, input)
  let made = 0
  return {
    state,
    anna: as('anna'),
    boris: as('boris'),
    vera: as('vera'),
    gleb: as('gleb'),
    curator: as('curator'),
    admin: as('admin'),
    tokenOf: (login: Login): string => clients[login].tokens.accessToken,
    make: (who: Call, body: object = {}): Promise<TeamPage> => who(createOwnTeam, { body: { name: `Made ${++made}`, ...body } }),
    page: (who: Call, id: number): Promise<TeamPage> => who(getTeam, at(id)),
    edit: (who: Call, id: number, body: object, headers = {}): Promise<TeamPage> => who(updateOwnTeam, { ...at(id), body, headers }),
    leave: (who: Call, id: number) => who(leaveTeam, at(id)),
    undo: (who: Call, id: number, member?: number): Promise<TeamPage> =>
      who(undoTeamChange, { ...at(id), body: member === undefined ? {} : { member } }),
    /** A team of members. A login that ends with * becomes its admin. */
    async teamOf(...members: string[]): Promise<number> {
      const id = await addTeam(state.service.sql, `Team ${++made}`, ...members)
      await state.service.sql`update team set formed_by = 'members' where id = ${id}`
      return id
    },
    /** A project that accepts applications. */
    async newProject(dateEnd: string | null = null): Promise<string> {
      const slug = `made-${++made}`
      await addProject(state.service.sql, slug, { dateEnd })
      return slug
    },
    async assign(team: number, dateEnd: string | null = null): Promise<string> {
      const slug = `worked-on-${++made}`
      const project = await addProject(state.service.sql, slug, { dateEnd })
      await state.service.sql`insert into assignment (team_id, project_id) values (${team}, ${project})`
      return slug
    },
    settings: (body: Partial<SettingValues>) => clients.admin(updateSettings, { body }),
    /** Who got an email of this kind. */
    mails: async (kind: string): Promise<string[]> =>
      (
        await state.service.sql`select p.login from outbox o join person p on p.id = o.person_id where o.kind = ${kind} order by p.login`
      ).map(({ login }) => login),
    /** Removals and disbandings whose undo time ends within this time take effect. */
    applyDue(minutes = 11): Promise<number> {
      const { sql, app } = state.service
      const now = () => new Date(Date.now() + minutes * 60_000)
      return applyDueTeamChanges({ sql, now, calendar: app.calendar, log: app.log, onApplied: app.changes.invalidate })
    },
  }
}
