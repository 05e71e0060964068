import type { AnySql } from './sql.ts'

export type StoredTag = { id: number; name: string; description: string | null }
export type StoredRole = { id: number; name: string; aliases: string[] }
export type StoredPlatform = { id: number; name: string; hosts: string[] }
export type StoredFileType = { id: number; name: string; isPublic: boolean }
export type Vocabularies = { tags: StoredTag[]; roles: StoredRole[]; platforms: StoredPlatform[]; fileTypes: StoredFileType[] }

export async function listVocabularies(sql: AnySql): Promise<Vocabularies> {
  const [tags, roles, platforms, fileTypes] = await Promise.all([
    sql<StoredTag[]>`select id, name, description from tag order by id`,
    sql<StoredRole[]>`select id, name, aliases from role order by position, name, id`,
    sql<StoredPlatform[]>`select id, name, hosts from platform order by id`,
    sql<StoredFileType[]>`select id, name, is_public as "isPublic" from file_type order by position, id`,
  ])
  return { tags, roles, platforms, fileTypes }
}
