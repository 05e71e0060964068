import { hash } from 'node:crypto'
import { type ProjectKey, picked, publicDetailKeys, publicListKeys } from '#contract/project/fields.ts'
import type { File, Project, ProjectDetail, ProjectStatus } from '#contract/project.ts'
import type { Member, Team, User } from '#contract/user.ts'
import type { Tag } from '#contract/vocabulary/tag.ts'
import { avatarView } from '#rules/person/avatar-address.ts'
import { coverAt } from '#rules/project/cover-address.ts'
import { freePlaces } from '#rules/project/project.ts'
import type { PublishedProject, StoredFile } from '#store/project/published.ts'
import type { StoredTeam } from '#store/team/published.ts'

// The catalog stores JSON, not objects: a response is concatenated from parts that are serialised once per change.
// They are UTF-8 bytes in Latin-1 strings, one character per byte: concatenated without copying and sent without encoding.
export type Utf8 = string
export const toUtf8 = (text: string): Utf8 => (/[^\0-\x7f]/.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text)
export const fromUtf8 = (json: Utf8): string => Buffer.from(json, 'latin1').toString('utf8')

/** Identifies a part of a response, so that an ETag can be made without hashing the whole body. 96 bits of SHA-256. */
export const digestOf = (part: Utf8): string => hash('sha256', Buffer.from(part, 'latin1'), 'base64url').slice(0, 16)
export const jsonOf = (value: unknown): Utf8 => toUtf8(JSON.stringify(value))

type ListedProject = Omit<PublishedProject, PrivateKey | 'requestCount' | 'related' | 'formerSlugs' | 'files'>
type PrivateKey = Exclude<ProjectKey, (typeof publicListKeys)[number]>

export function listPart(project: ListedProject, status: ProjectStatus, apiUrl: string): Utf8 {
  const view: Project = {
    id: project.slug,
    slug: project.slug,
    ...picked(project, publicListKeys),
    tags: project.tags,
    teams: project.teams,
    freePlaces: freePlaces(project),
    status,
    links: project.links,
    wantedRoles: project.wantedRoles,
    cover: project.cover && coverAt(project.cover, apiUrl),
    round: project.round,
    publishedAt: project.publishedAt.toISOString(),
    updatedAt: project.updatedAt.toISOString(),
  }
  return jsonOf(view)
}

export function fileView(file: Omit<StoredFile, 'kind'>, apiUrl: string): File {
  const extension = /\.([A-Za-z0-9]{1,8})$/.exec(file.name)?.[1]
  return {
    id: file.id,
    name: file.name,
    category: file.category,
    team: file.team,
    isPublic: file.isPublic,
    version: file.version,
    type: extension?.toUpperCase() ?? 'FILE',
    mime: file.mime,
    size: file.size,
    sha256: file.sha256,
    date: file.date,
    url: `${apiUrl}/file/${file.id}`,
  }
}

type DetailPart = Pick<ProjectDetail, (typeof publicDetailKeys)[number] | 'requestCount' | 'descriptionFiles'>

export function detailPart(project: PublishedProject, apiUrl: string): Utf8 {
  const part: DetailPart = {
    ...picked(project, publicDetailKeys),
    requestCount: project.requestCount,
    descriptionFiles: project.files.filter(({ kind }) => kind === 'description').map((file) => fileView(file, apiUrl)),
  }
  return jsonOf(part)
}

// Guests see the team without its members: member ids alone would be useless.
export const teamView = (team: StoredTeam, people: boolean): Team => ({
  id: team.id,
  name: team.name,
  description: team.description,
  members: people ? team.members.map(({ id }) => id) : [],
  project: team.project,
  administrators: people ? team.members.flatMap((member) => (member.isAdministrator && member.user !== null ? [member.user] : [])) : [],
  requests: [],
  documents: [],
})

export const membersView = (team: StoredTeam): Member[] =>
  team.members.map(({ id, name, roles, isAdministrator, user }) => ({ id, name, roles, isAdministrator, user, team: team.id }))

export const usersView = (team: StoredTeam, apiUrl: string): User[] =>
  team.members.flatMap(({ user, name, githubLogin, avatar }) =>
    user === null ? [] : [{ id: user, name, githubLogin, avatar: avatarView(avatar, apiUrl) }],
  )

// An uploaded avatar is stored as a path, the provider's as an absolute URL.
export const tagView = (tag: Omit<Tag, 'projectCount'>, projectCount: number): Tag => ({
  id: tag.id,
  name: tag.name,
  nameRu: tag.nameRu,
  description: tag.description,
  projectCount,
})
