import { writeDay } from '#rules/time/day.ts'
import { generateWorld, worldTags } from '#tests/support/world/world.ts'
import type { PeerData, PeerProject } from './peer.ts'

const BATCH = 1000

export function* inBatches(projects: PeerProject[]): Generator<PeerProject[]> {
  for (let i = 0; i < projects.length; i += BATCH) yield projects.slice(i, i + BATCH)
}

/** The projects that bench/support/fill.ts inserts into ours. */
export function makeData(count: number, today: number): PeerData {
  const tagId = new Map(worldTags.map((name, i) => [name, i + 1]))
  const day = (offset: number | null): string | null => (offset === null ? null : writeDay(today + offset))
  const projects = [...generateWorld(count)].map((project, i) => ({
    ...project,
    id: i + 1,
    tagIds: [...new Set(project.tags)].map((tag) => tagId.get(tag)!),
    dateStart: day(project.dateStart),
    dateEnd: day(project.dateEnd),
    enrollmentStart: day(project.enrollmentStart),
    enrollmentEnd: day(project.enrollmentEnd),
  }))
  return { tags: worldTags, projects }
}
