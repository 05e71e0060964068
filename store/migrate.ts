import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Sql } from './sql.ts'

const LOCK = 7_305_811 // advisory lock id, arbitrary

type Migration = { name: string; text: string; checksum: string }

export async function readMigrations(folder = new URL('./migrations/', import.meta.url)): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

// Forward only, one transaction per migration. The advisory lock makes concurrent processes wait for the one that migrates.
export async function migrate(sql: Sql, migrations?: Migration[]): Promise<string[]> {
  const available = migrations ?? (await readMigrations())
  const session = await sql.reserve()
  try {
    await session`set statement_timeout = 0`
    await session`set lock_timeout = 0`
    await session`select pg_advisory_lock(${LOCK})`
    await session`create table if not exists migration (name text primary key, checksum text not null, at timestamptz not null default now())`
    const done = new Map((await session`select name, checksum from migration`).map((row) => [row.name as string, row.checksum as string]))
    assertCompatible(available, done)
    const applied: string[] = []
    for (const migration of available.filter(({ name }) => !done.has(name))) {
      await session`begin`
      try {
        await session.unsafe(migration.text)
        await session`insert into migration (name, checksum) values (${migration.name}, ${migration.checksum})`
        await session`commit`
      } catch (error) {
        await session`rollback`
        throw new Error(`migration ${migration.name} failed and was rolled back: ${(error as Error).message}`, { cause: error })
      }
      applied.push(migration.name)
    }
    return applied
  } finally {
    await session`select pg_advisory_unlock_all()`.catch(() => {})
    await session`reset all`.catch(() => {})
    session.release()
  }
}

function assertCompatible(available: Migration[], done: Map<string, string>): void {
  const checksums = new Map(available.map(({ name, checksum }) => [name, checksum]))
  for (const [name, checksum] of done) {
    const ours = checksums.get(name)
    if (ours === undefined) throw new Error(`the database was migrated by a newer version of Projectory (${name}): start that version`)
    if (ours !== checksum) throw new Error(`migration ${name} differs from the one this database was made with: restore the original file`)
  }
}
