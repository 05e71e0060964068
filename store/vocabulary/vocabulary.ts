import type { Term } from '#contract/console/vocabulary.ts'
import type { Tag } from '#contract/vocabulary/tag.ts'
import type { AnySql } from '#database/sql.ts'

// nameRu is displayed in the Russian interface.
export type StoredTag = Omit<Tag, 'projectCount'>
// isHidden: not offered in role pickers, but still accepted by the API.
export type StoredRole = Pick<Term, 'id' | 'name' | 'nameRu' | 'aliases' | 'isHidden'>
export type StoredPlatform = { id: number; name: string; hosts: string[] }
export type StoredFileType = Pick<Term, 'id' | 'name' | 'nameRu' | 'isPublic'>
export type Vocabularies = { tags: StoredTag[]; roles: StoredRole[]; platforms: StoredPlatform[]; fileTypes: StoredFileType[] }

export async function listVocabularies(sql: AnySql): Promise<Vocabularies> {
  const [tags, roles, platforms, fileTypes] = await Promise.all([
    sql<StoredTag[]>`select id, name, name_ru as "nameRu", description from tag order by id`,
    sql<StoredRole[]>`select id, name, name_ru as "nameRu", aliases, is_hidden as "isHidden" from role order by position, name, id`,
    sql<StoredPlatform[]>`select id, name, hosts from platform order by position, id`,
    sql<StoredFileType[]>`select id, name, name_ru as "nameRu", is_public as "isPublic" from file_type order by position, id`,
  ])
  return { tags, roles, platforms, fileTypes }
}
