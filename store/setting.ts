import type { SettingValues } from '#contract/settings.ts'
import type { AnySql } from '#database/sql.ts'

// The settings of the directory: one row with everything that differs from the defaults.

type Logo = { hash: string; width: number; height: number }
type Stored = { document: Partial<SettingValues>; logo: Logo | null }
export type NewLogo = Logo & { images: { kind: string; sha256: string; size: number }[] }

export async function findSettings(sql: AnySql): Promise<Stored | null> {
  const [row] = await sql<Stored[]>`select document, logo from setting`
  return row ?? null
}

/** Locked until the transaction ends. */
export async function lockSettings(sql: AnySql): Promise<Stored | null> {
  await sql`insert into setting default values on conflict do nothing` // an emptied database
  const [row] = await sql<Stored[]>`select document, logo from setting for no key update`
  return row ?? null
}

export async function updateSettings(sql: AnySql, document: Partial<SettingValues>): Promise<void> {
  await sql`update setting set document = ${sql.json(document)}`
}

/** Remembers the time zone that the environment fixes (null: none): in another one the windows of rounds have other days. False: as before. */
export async function fixTimeZone(sql: AnySql, timeZone: string | null): Promise<boolean> {
  await sql`insert into setting default values on conflict do nothing`
  const { count } = await sql`update setting set fixed_time_zone = ${timeZone} where fixed_time_zone is distinct from ${timeZone}`
  return count > 0
}

/** Replaces the logo; null removes it. The bytes must be in the file store already. */
export async function replaceLogo(sql: AnySql, logo: NewLogo | null, at: Date): Promise<void> {
  await sql`delete from logo_image`
  if (logo === null) return void (await sql`update setting set logo = null`)
  const { images, ...about } = logo
  const [kinds, hashes, sizes] = [images.map(({ kind }) => kind), images.map(({ sha256 }) => sha256), images.map(({ size }) => size)]
  await sql`
    with bytes as (
      insert into blob (sha256, size, created_at)
      select distinct sha256, size, ${at}::timestamptz from unnest(${hashes}::text[], ${sizes}::int[]) as given (sha256, size)
      on conflict (sha256) do nothing
    )
    insert into logo_image (kind, hash, sha256, size)
    select kind, ${logo.hash}, sha256, size from unnest(${kinds}::text[], ${hashes}::text[], ${sizes}::int[]) as given (kind, sha256, size)`
  await sql`update setting set logo = ${sql.json(about)}`
}

export type LogoImage = { sha256: string; size: number; isDamaged: boolean }

export async function findLogoImage(sql: AnySql, hash: string, kind: string): Promise<LogoImage | undefined> {
  const [row] = await sql<LogoImage[]>`
    select i.sha256, i.size, b.damaged_at is not null as "isDamaged" from logo_image i join blob b on b.sha256 = i.sha256
    where i.hash = ${hash} and i.kind = ${kind}`
  return row
}

/** Node and PostgreSQL have lists of their own; both compute days. */
export async function isKnownTimeZone(sql: AnySql, name: string): Promise<boolean> {
  const { count } = await sql`select 1 from pg_timezone_names where lower(name) = lower(${name})`
  return count > 0
}
