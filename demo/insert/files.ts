import type { TransactionSql } from '#database/sql.ts'
import { demo, readDemoFile } from '#demo/data.ts'
import { type AllIds, administratorOf, idOf, instant, requestKey, type StoreFile, type World } from '#demo/world.ts'

type DemoFile = (typeof demo.files)[number]
type StoredBytes = { sha256: string; size: number }

/** Sequential: the first failure stops it. */
export async function storeBytes(storeFile: StoreFile): Promise<StoredBytes[][]> {
  const stored: StoredBytes[][] = []
  for (const { versions } of demo.files) {
    const ofFile: StoredBytes[] = []
    for (const version of versions) ofFile.push(await storeFile(readDemoFile(version)))
    stored.push(ofFile)
  }
  return stored
}

export async function insertFiles(sql: TransactionSql, world: World, stored: StoredBytes[][], ids: AllIds): Promise<void> {
  const types = await sql<{ id: number; name: string; is_public: boolean }[]>`select id, name, is_public from file_type`
  const typeByName = new Map(types.map((type) => [type.name, type]))
  const ownerOf = (file: DemoFile) => {
    const project_id = idOf(ids.projects, file.project)
    if (file.team === null) return { project_id, is_public: true }
    const team_id = idOf(ids.teams, file.team)
    if (file.type === null) return { team_id, request_id: idOf(ids.requests, requestKey({ team: file.team, project: file.project })) }
    const type = typeByName.get(file.type)!
    return { project_id, team_id, file_type_id: type.id, is_public: type.is_public }
  }
  const noOwner = { project_id: null, team_id: null, request_id: null, file_type_id: null, is_public: false }
  for (const [index, file] of demo.files.entries()) {
    const created_at = instant(world, file.versions[0]!.day, 90)
    const row = { kind: file.kind, ...noOwner, ...ownerOf(file), version: file.versions.length, created_at }
    const [{ id: file_id } = { id: 0 }] = await sql<{ id: number }[]>`insert into file ${sql(row)} returning id`
    const created_by = idOf(ids.people, file.team === null ? 'curator' : administratorOf(file.team))
    const versions = file.versions.map(({ name, mime, day, comment }, at) => {
      const { sha256, size } = stored[index]![at]!
      return { file_id, version: at + 1, name, mime, size, sha256, comment, created_at: instant(world, day, 90), created_by }
    })
    await sql`insert into file_version ${sql(versions)}`
    await sql`insert into blob ${sql(versions.map(({ sha256, size, created_at }) => ({ sha256, size, created_at })))} on conflict do nothing`
  }
}
