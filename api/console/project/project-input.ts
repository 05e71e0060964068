import type { ApiApp } from '#api/app.ts'
import { projectListView } from '#api/view/project-view.ts'
import { fileView } from '#catalog/write.ts'
import type { ConsoleProject, ProjectDraft } from '#contract/console/project.ts'
import type { ProjectValues } from '#contract/project/fields.ts'
import { MOST_WANTED } from '#contract/vocabulary/role.ts'
import type { AnySql } from '#database/sql.ts'
import { Refusal, refuseIfFaulty } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { editedCoverAt } from '#rules/project/cover-address.ts'
import { readDraft } from '#rules/project/draft.ts'
import { hasOtherWindow, whyNotDates } from '#rules/project/state.ts'
import { quoted } from '#rules/team/member.ts'
import { wantedRoleReader } from '#rules/team/wanted-role.ts'
import { freeSlug, isSlug, proposeSlug } from '#rules/text/slug.ts'
import { setProjectCurator } from '#store/person/responsibility.ts'
import { listProjectsAt, listTakenSlugs, listUnknownTags, setRelated, setTags, setWantedRoles } from '#store/project/change.ts'
import { type EditedRow, findConsoleProject, lockProject } from '#store/project/console.ts'
import { listWindowRounds } from '#store/round/edit.ts'
import { listVocabularies } from '#store/vocabulary/vocabulary.ts'
import { curatorFrom } from './curator.ts'

export function projectView(row: EditedRow, app: Pick<ApiApp, 'now' | 'calendar' | 'apiUrl'>): ConsoleProject {
  const { files, cover, createdAt, tagNames: _, ...rest } = row
  const filesOf = (kind: 'description' | 'result') => files.filter((file) => file.kind === kind).map((file) => fileView(file, app.apiUrl))
  return {
    ...rest,
    ...projectListView(row, app),
    cover: cover && editedCoverAt(cover, app.apiUrl),
    descriptionFiles: filesOf('description'),
    resultFiles: filesOf('result'),
    createdAt: createdAt.toISOString(),
  }
}

/** The project, without a lock. */
export async function presentProject(sql: AnySql, given: string): Promise<EditedRow> {
  const row = await findConsoleProject(sql, readId(given))
  if (!row) throw new Refusal('project_not_found', { slug: given })
  return row
}

/** The project, locked until the transaction ends. */
export async function lockedProject(sql: AnySql, given: string): Promise<EditedRow> {
  const id = readId(given)
  const [, row] = await Promise.all([lockProject(sql, id), findConsoleProject(sql, id)])
  if (!row) throw new Refusal('project_not_found', { slug: given })
  return row
}

export function readValues(draft: ProjectDraft, present?: ProjectValues): ProjectValues {
  const { values, faults } = readDraft(draft, present)
  refuseIfFaulty(faults)
  const why = whyNotDates(values)
  if (why) throw new Refusal(why)
  return values
}

/** Projects in a round have its window. */
export async function refuseOtherWindow(sql: AnySql, present: EditedRow, values: ProjectValues): Promise<void> {
  const round = hasOtherWindow(present, values) ? (await listWindowRounds(sql, [present.id])).get(present.id) : undefined
  if (round !== undefined) throw new Refusal('project_in_round', { project: present.name, round })
}

/** The typed slug, refused if taken; without one, a free slug from the name. The caller holds the lock of all slugs. */
export async function slugFor(sql: AnySql, typed: string | null, name: string, exceptOf: number | null): Promise<string> {
  if (typed !== null && !isSlug(typed)) throw new Refusal('invalid_slug')
  const base = typed ?? proposeSlug(name)
  const taken = new Set(await listTakenSlugs(sql, base, exceptOf))
  if (typed !== null && taken.has(typed)) throw new Refusal('slug_taken', { slug: typed })
  return freeSlug(base, (slug) => taken.has(slug))
}

/** Slugs can be inserted without our lock (an import, psql), so the unique constraint can still fail. */
export async function refuseIfTaken<T>(slug: string, work: Promise<T>): Promise<T> {
  return work.catch((error: { code?: string; constraint?: string }) => {
    if (error.code === '23505' && error.constraint === 'project_slug_key') throw new Refusal('slug_taken', { slug })
    throw error
  })
}

type Connections = Pick<ProjectDraft, 'wantedRoles' | 'tags' | 'related' | 'curatorId'>

/** Sets the curator, wanted roles, tags and related projects if the draft has them; refuses unknown ones. */
export async function setConnections(sql: AnySql, id: number, given: Connections): Promise<void> {
  const { wantedRoles, tags, related, curatorId } = given
  if (curatorId !== undefined) await setProjectCurator(sql, id, (await curatorFrom(sql, curatorId))?.id ?? null)
  if (wantedRoles) {
    const { wanted, unknown, isOver } = wantedRoleReader((await listVocabularies(sql)).roles)(wantedRoles)
    if (unknown.length > 0) throw new Refusal('unknown_role', { roles: quoted(unknown) })
    if (isOver) refuseIfFaulty([{ path: 'wantedRoles', code: 'out_of_range', params: { expected: `1–${MOST_WANTED}` } }])
    await setWantedRoles(sql, id, wanted)
  }
  if (tags) {
    const unknown = await listUnknownTags(sql, tags)
    if (unknown.length > 0) throw new Refusal('unknown_tag', { tags: unknown.join(', ') })
    await setTags(sql, id, [...new Set(tags)])
  }
  if (related) {
    const found = await listProjectsAt(sql, related)
    const known = new Set(found.filter((one) => one.id !== id).map(({ givenSlug }) => givenSlug))
    const unknown = related.filter((slug) => !known.has(slug))
    if (unknown.length > 0) throw new Refusal('unknown_project', { projects: unknown.join(', ') })
    await setRelated(sql, id, [...new Set(found.map((one) => one.id))])
  }
}
