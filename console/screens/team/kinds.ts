import {
  type ConsoleTeam,
  createTeam,
  getConsoleTeam,
  moveTeam,
  type NewMember,
  type TeamMember,
  updateTeam,
  updateTeamMember,
} from '#contract/console/team.ts'
import type { WantedRoleDraft } from '#contract/vocabulary/role.ts'
import { versioned } from '#ui/form/versioned.ts'
import { call } from '#ui/server/api.ts'
import { cacheAnswer, readNow } from '#ui/server/if-match.ts'

// What can be edited of a team: its texts, its project, each member.

const at = ({ id }: { id: number }) => ({ params: { id: String(id) } })
const cached = (team: ConsoleTeam): ConsoleTeam => {
  cacheAnswer(getConsoleTeam, at(team), team)
  return team
}
const read = (team: ConsoleTeam) => readNow(getConsoleTeam, at(team))

type Texts = { name: string; description: string; isLooking: boolean; wantedRoles: WantedRoleDraft[] }
const bodyOf = ({ description, ...rest }: Texts) => ({ ...rest, description: description || null })

export const texts = versioned<ConsoleTeam, Texts>({
  formOf: (team) => ({
    name: team?.name ?? '',
    description: team?.description ?? '',
    isLooking: team?.isLooking ?? false,
    wantedRoles: (team?.wantedRoles ?? []).map(({ role, count }) => ({ role, count })),
  }),
  read,
  write: async (team, form, _, headers) => cached(await call(updateTeam, { ...at(team), body: bodyOf(form), headers })),
  create: async (form) => cached(await call(createTeam, { body: bodyOf(form) })),
  fieldOf: { name_taken: 'name', invalid_name: 'name', unknown_role: 'wantedRoles', too_many_wanted: 'wantedRoles' },
})

export const work = versioned<ConsoleTeam, { project: string | null }>({
  formOf: (team) => ({ project: team?.project?.slug ?? null }),
  read,
  write: async (team, body, _, headers) => cached(await call(moveTeam, { ...at(team), body, headers })),
})

type MemberForm = { name: string; roles: string[]; person: number | null }

export const memberOf = (team: ConsoleTeam) => {
  const findIn = ({ members }: ConsoleTeam, { id }: TeamMember) => members.find((one) => one.id === id) ?? null
  return versioned<TeamMember, MemberForm>({
    formOf: (member) => ({ name: member?.name ?? '', roles: member?.roles ?? [], person: member?.person ?? null }),
    async read(member) {
      const { answer, etag } = await read(team)
      return { answer: findIn(answer, member), etag }
    },
    async write(member, form, base, headers) {
      const body: NewMember = {}
      if (form.person !== base.person) body.person = form.person
      else if (form.name !== base.name) body.name = form.name
      if (form.roles.join('\n') !== base.roles.join('\n')) body.roles = form.roles
      return findIn(cached(await call(updateTeamMember, { ...at(member), body, headers })), member)!
    },
    fieldOf: { invalid_name: 'name', unknown_role: 'roles', already_member: 'person' },
  })
}
