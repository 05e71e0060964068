import type { AnySql, Sql, TransactionSql } from '#database/sql.ts'
import { demo } from './data.ts'
import { insertCovers, storeCovers } from './insert/covers.ts'
import { insertFiles, storeBytes } from './insert/files.ts'
import { insertCuratorWork, insertPeople, insertSaved } from './insert/people.ts'
import { insertLinks, insertProjects, insertQuestions } from './insert/projects.ts'
import { insertConversations, insertRequests } from './insert/requests.ts'
import { insertRounds } from './insert/rounds.ts'
import { insertJoining, insertTeams } from './insert/teams.ts'
import type { RoundSeeds, StoreFile, World } from './world.ts'

export type { RoundSeeds, StoreFile }
/** What was inserted. `invitation`: the token of an invitation link to a demo team; only its hash is stored. */
export type Seeded = { projects: number; people: number; teams: number; requests: number; files: number; invitation: string | null }

const LOCK = 7_305_812 // advisory lock id, arbitrary

/** True for a new directory. */
export async function isEmpty(sql: AnySql): Promise<boolean> {
  const [row] = await sql`
    select not (exists (select 1 from person) or exists (select 1 from project)
      or exists (select 1 from tag) or exists (select 1 from role)) as empty`
  return row!.empty
}

/** Fills only empty vocabularies, so that changes of operators are kept. Built-in roles are always added. */
export async function seedVocabulary(sql: Sql): Promise<void> {
  await sql.begin(async (sql) => {
    await waitForTurn(sql)
    await insertVocabulary(sql)
  })
}

/** Atomic, into an empty database only: a killed process or two concurrent ones leave either no demo data or one set. */
export async function seedDemo(sql: Sql, world: World): Promise<Seeded> {
  const nothing = { projects: 0, people: 0, teams: 0, requests: 0, files: 0, invitation: null }
  if (!(await isEmpty(sql))) return nothing
  // Bytes first, rows second: unreferenced bytes are harmless, a row without bytes would be a broken download. Outside the transaction,
  // because the file store may need a connection of its own.
  const stored = await storeBytes(world.storeFile)
  const covers = world.hasCovers === false ? [] : await storeCovers(world)
  return sql.begin(async (sql) => {
    await waitForTurn(sql)
    if (!(await isEmpty(sql))) return nothing
    await insertVocabulary(sql)
    await sql`insert into synonym ${sql(demo.synonyms.map(({ kind, words, expandsTo }) => ({ kind, words, expands_to: expandsTo })))}`
    const people = await insertPeople(sql, world)
    const projects = await insertProjects(sql, world, people)
    if (covers.length > 0) await insertCovers(sql, world, covers, projects)
    const teams = await insertTeams(sql, world, people)
    const requests = await insertRequests(sql, world, { people, projects, teams })
    const ids = { people, projects, teams, requests }
    await insertQuestions(sql, world, ids)
    await insertConversations(sql, world, ids)
    await insertSaved(sql, world, ids)
    await insertCuratorWork(sql, world, ids)
    await insertRounds(sql, world, ids)
    await insertLinks(sql, ids)
    await insertFiles(sql, world, stored, ids)
    const invitation = await insertJoining(sql, world, ids)
    return {
      projects: projects.size,
      people: people.size,
      teams: teams.size,
      requests: requests.size,
      files: demo.files.length,
      invitation,
    }
  }) as Promise<Seeded>
}

// No timeouts: a second process waits until the first has finished seeding.
async function waitForTurn(sql: TransactionSql): Promise<void> {
  await sql`set local statement_timeout = 0` // as a statement: it also ends the answer timeout of the connection
  await sql`select set_config(name, '0', true) from unnest(array['lock_timeout', 'idle_in_transaction_session_timeout']) as name`
  await sql`select pg_advisory_xact_lock(${LOCK})`
}

async function insertVocabulary(sql: TransactionSql): Promise<void> {
  const { roles, platforms, fileTypes, refusalReasons } = demo.vocabulary
  const [has] = await sql`
    select exists (select 1 from role) as roles, exists (select 1 from platform) as platforms,
      exists (select 1 from file_type) as types, exists (select 1 from refusal_reason) as reasons`
  if (!has!.roles)
    await sql`insert into role ${sql(roles.map(({ name, nameRu, aliases }, position) => ({ name, name_ru: nameRu, aliases, position })))}`
  await sql`select add_built_in_roles()`
  if (!has!.platforms) await sql`insert into platform ${sql(platforms.map((platform, position) => ({ ...platform, position })))}`
  if (!has!.types) {
    await sql`insert into file_type ${sql(fileTypes.map(({ name, nameRu, isPublic }, position) => ({ name, name_ru: nameRu, is_public: isPublic, position })))}`
  }
  if (!has!.reasons) {
    await sql`insert into refusal_reason ${sql(refusalReasons.map(({ en, ru }, position) => ({ text_en: en, text_ru: ru, position })))}`
  }
}
