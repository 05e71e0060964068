import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { builtInRoleAliases, builtInRoles } from '#contract/vocabulary/role.ts'
import { migrate, readMigrations } from '#database/migrate.ts'
import { connect, type Sql } from '#database/sql.ts'
import { seedVocabulary } from '#demo/seed.ts'
import { rolesNamed } from '#rules/team/member.ts'

// Every directory has the roles of the mobile app, also old ones with a changed vocabulary.

const server = JSON.parse(process.env.TEST_POSTGRES ?? 'null')
let admin: Sql
const made: { name: string; sql: Sql }[] = []
before(() => {
  assert.ok(server, 'run tests through npm test')
  admin = connect({ ...server, database: 'postgres' }, { max: 1, statementTimeout: 60_000 })
})
after(async () => {
  for (const { sql } of made) await sql.end({ timeout: 5 })
  for (const { name } of made) await admin.unsafe(`drop database ${name} with (force)`)
  await admin.end()
})

/** A directory from before the migration that added the built-in roles. */
async function formerDirectory(): Promise<Sql> {
  const name = `roles_${randomBytes(6).toString('hex')}`
  await admin.unsafe(`create database ${name} template template0`)
  made.push({ name, sql: connect({ ...server, database: name }, { max: 3 }) })
  const { sql } = made.at(-1)!
  const migrations = await readMigrations()
  const place = migrations.findIndex(({ text }) => text.includes('add_built_in_roles'))
  await migrate(sql, migrations.slice(0, place))
  return sql
}

type Role = { id: number; name: string; nameRu: string | null; aliases: string[]; position: number }
const rolesOf = async (sql: Sql): Promise<Role[]> =>
  (await sql<Role[]>`select id, name, name_ru as "nameRu", aliases, position from role order by position, id`).map((role) => ({ ...role }))

async function add(sql: Sql, name: string, nameRu: string | null = null, ...aliases: string[]): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into role (name, name_ru, aliases, position)
    values (${name}, ${nameRu}, ${aliases}, (select coalesce(max(position) + 1, 0) from role)) returning id`
  return row!.id
}

/** Looks up names like PUT /member. */
async function assertEveryNameIsTaken(sql: Sql): Promise<void> {
  const vocabulary = (await rolesOf(sql)).map(({ id, name, nameRu, aliases }) => ({
    id,
    name,
    aliases: nameRu === null ? aliases : [nameRu, ...aliases],
  }))
  for (const name of builtInRoles) {
    const { found } = rolesNamed([name], vocabulary)
    assert.deepEqual(
      found.map((role) => role.name),
      [name],
    )
  }
  assert.equal(rolesNamed(builtInRoles, vocabulary).found.length, builtInRoles.length, 'no two of them are one role')
  for (const [alias, name] of builtInRoleAliases) {
    const [role] = rolesNamed([alias], vocabulary).found
    const own = vocabulary.find((one) => one.name === alias)
    assert.equal(role?.name, own ? alias : name, alias)
  }
}

test('in old directories spellings are corrected in place, and missing roles are appended', async () => {
  const sql = await formerDirectory()
  const lead = await add(sql, 'Team lead', 'Тимлид', 'lead')
  const manager = await add(sql, 'Project manager', 'Менеджер проекта', 'PM', 'проджект')
  const business = await add(sql, 'Business analyst', 'Бизнес-аналитик', 'analyst', 'аналитик')
  const fullstack = await add(sql, 'Full-stack developer', 'Фулстек-разработчик', 'fullstack')
  const tester = await add(sql, 'Tester', 'Тестировщик', 'QA', 'QA engineer')
  const learning = await add(sql, 'Machine learning engineer', 'ML-инженер', 'ML')
  await sql`insert into team (id, name) values (1, 'Team')`
  await sql`insert into member (id, team_id, name) values (1, 1, 'x')`
  await sql`insert into member_role (member_id, role_id, position) values (1, ${lead}, 0), (1, ${tester}, 1), (1, ${fullstack}, 2)`
  await migrate(sql)
  const roles = await rolesOf(sql)
  const byId = new Map(roles.map((role) => [role.id, role]))
  assert.deepEqual(byId.get(lead), { id: lead, name: 'Team Lead', nameRu: 'Тимлид', aliases: ['lead'], position: 0 })
  assert.deepEqual([byId.get(manager)!.name, byId.get(manager)!.aliases], ['Project Manager', ['PM', 'проджект']])
  assert.equal(byId.get(business)!.name, 'Business Analyst')
  assert.deepEqual(
    [byId.get(fullstack)!.name, byId.get(fullstack)!.aliases],
    ['Fullstack Developer', ['fullstack', 'Full-stack developer', 'Fullstack-разработчик']],
  )
  assert.deepEqual([byId.get(tester)!.name, byId.get(tester)!.nameRu], ['Tester', 'Тестировщик'], 'no other role changes')
  assert.equal(byId.get(learning)!.name, 'Machine learning engineer')
  assert.deepEqual(
    (await sql`select r.name from member_role m join role r on r.id = m.role_id order by m.position`).map(({ name }) => name),
    ['Team Lead', 'Tester', 'Fullstack Developer'],
  )
  assert.equal(roles.length, builtInRoles.length + 2)
  assert.deepEqual(
    roles.slice(0, 6).map(({ id }) => id),
    [lead, manager, business, fullstack, tester, learning],
  )
  assert.equal(new Set(roles.map(({ position }) => position)).size, roles.length)
  const added = roles.find(({ name }) => name === 'QA')!
  assert.deepEqual([added.nameRu, added.aliases], [null, ['Тестировщик']], 'a Russian name that another role has is not given twice')
  assert.equal(roles.find(({ name }) => name === 'Designer')!.nameRu, 'Дизайнер')
  await assertEveryNameIsTaken(sql)
})

test('names of other roles cannot make a built-in name unreachable', async () => {
  const sql = await formerDirectory()
  await add(sql, 'Quality', 'QA', 'DevOps', 'PM')
  await add(sql, 'Аналитик', null, 'Analyst', 'data analyst')
  await add(sql, 'team  lead')
  await add(sql, 'TEAM-LEAD')
  await add(sql, 'ux researcher')
  await add(sql, 'QA-инженер')
  const exact = await add(sql, 'CV Engineer', 'Зрение', 'ML Engineer', 'NLP Engineer')
  const lookalike = await add(sql, 'CV-Engineer')
  await migrate(sql)
  const roles = await rolesOf(sql)
  await assertEveryNameIsTaken(sql)
  const [builtIn, other] = [exact, lookalike].map((id) => roles.find((role) => role.id === id)!)
  assert.deepEqual([builtIn!.name, builtIn!.nameRu, other!.name], ['CV Engineer', 'Зрение', 'CV-Engineer'], 'nothing is merged')
  assert.ok(roles.some(({ name }) => name === 'QA-инженер') && roles.some(({ name }) => name === 'Quality'))
  assert.equal(roles.filter(({ name }) => /^team[ -]+lead$/i.test(name)).length, 2, 'one of the two took the name')
})

test('a new directory gets them with its vocabulary, one with imported roles at its next start', async () => {
  const sql = await formerDirectory()
  await migrate(sql)
  assert.deepEqual(await rolesOf(sql), [], 'a new directory is filled when it starts')
  await add(sql, 'Beekeeper')
  await Promise.all([seedVocabulary(sql), seedVocabulary(sql)])
  const roles = await rolesOf(sql)
  assert.deepEqual(
    roles.map(({ name }) => name),
    ['Beekeeper', ...builtInRoles],
  )
  await assertEveryNameIsTaken(sql)
  await sql`update role set aliases = '{}', name_ru = null where name = 'QA'`
  const before = await rolesOf(sql)
  await seedVocabulary(sql)
  assert.deepEqual(await rolesOf(sql), before, 'what curators change of them stays')
  await assertEveryNameIsTaken(sql)
})

test('the vocabulary of a new directory has all of them with their Russian aliases', async () => {
  const sql = await formerDirectory()
  await migrate(sql)
  await seedVocabulary(sql)
  const roles = await rolesOf(sql)
  for (const name of builtInRoles) assert.equal(roles.filter((role) => role.name === name).length, 1, name)
  const keys = roles.map(({ name }) => name.toLowerCase().replace(/[\s-]+/g, ''))
  assert.equal(new Set(keys).size, keys.length, 'no two of one spelling')
  for (const [alias, name] of builtInRoleAliases) {
    const { nameRu, aliases } = roles.find((role) => role.name === name)!
    assert.ok([nameRu, ...aliases].includes(alias), alias)
  }
  await assertEveryNameIsTaken(sql)
})
