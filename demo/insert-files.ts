import type { TransactionSql } from '#database/sql.ts'
import { type DemoFile, demoFiles } from './files.ts'
import { administratorOf, type Ids, idOf, instant, requestKey, type StoreFile, type World } from './world.ts'

type StoredBytes = { sha256: string; size: number }

/** Sequential: the first failure stops it. */
export async function storeBytes(storeFile: StoreFile): Promise<StoredBytes[][]> {
  const stored: StoredBytes[][] = []
  for (const { versions } of demoFiles) {
    const ofFile: StoredBytes[] = []
    for (const { bytes } of versions) ofFile.push(await storeFile(bytes()))
    stored.push(ofFile)
  }
  return stored
}

type FileIds = { people: Ids; projects: Ids; teams: Ids; requests: Ids }

export async function insertFiles(sql: TransactionSql, world: World, stored: StoredBytes[][], ids: FileIds): Promise<void> {
  const types = await sql<{ id: number; name: string; is_public: boolean }[]>`select id, name, is_public from file_type`
  const typeByName = new Map(types.map((type) => [type.name, type]))
  const ownerOf = (file: DemoFile) => {
    if (file.kind === 'description') return { project_id: idOf(ids.projects, file.project), is_public: true }
    const team_id = idOf(ids.teams, file.team)
    if (file.kind === 'request') return { team_id, request_id: idOf(ids.requests, requestKey(file.team, file.project)) }
    const type = typeByName.get(file.type)!
    return { project_id: idOf(ids.projects, file.project), team_id, file_type_id: type.id, is_public: type.is_public }
  }
  const noOwner = { project_id: null, team_id: null, request_id: null, file_type_id: null, is_public: false }
  for (const [index, file] of demoFiles.entries()) {
    const created_at = instant(world, file.versions[0]!.day, 90)
    const row = { kind: file.kind, ...noOwner, ...ownerOf(file), version: file.versions.length, created_at }
    const [{ id: file_id } = { id: 0 }] = await sql<{ id: number }[]>`insert into file ${sql(row)} returning id`
    const created_by = idOf(ids.people, file.kind === 'description' ? 'curator' : administratorOf(file.team))
    const versions = file.versions.map(({ name, mime, day, comment = null }, at) => {
      const { sha256, size } = stored[index]![at]!
      return { file_id, version: at + 1, name, mime, size, sha256, comment, created_at: instant(world, day, 90), created_by }
    })
    await sql`insert into file_version ${sql(versions)}`
    await sql`insert into blob ${sql(versions.map(({ sha256, size, created_at }) => ({ sha256, size, created_at })))} on conflict do nothing`
  }
}
