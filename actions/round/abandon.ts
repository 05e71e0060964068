import type { ErrorCode } from '#contract/errors.ts'
import type { AnySql } from '#database/sql.ts'
import { findSealed } from '#store/round/choices.ts'
import { abandonRound } from '#store/round/placement.ts'
import { insertRoundChanges, type StoredRound } from '#store/round/round.ts'
import type { RoundSecrets } from './round-secrets.ts'

// Without its seed and key a round can neither be sealed nor placed. Used by the console and by the command line.

type Secret = { id: number; seed: Uint8Array; key: Uint8Array }

export const canBeOpened = ({ id, seed, key }: Secret, secrets: RoundSecrets): boolean =>
  secrets.openSeed(id, seed) !== null && secrets.openKey(id, key) !== null

/** Of a round that still needs its secrets. */
export async function isKeyLost(
  sql: AnySql,
  { id, publishedAt, endedAt }: Pick<StoredRound, 'id' | 'publishedAt' | 'endedAt'>,
  secrets: RoundSecrets,
): Promise<boolean> {
  if (publishedAt !== null || endedAt !== null) return false
  const sealed = await findSealed(sql, id)
  return sealed !== undefined && !canBeOpened({ id, ...sealed }, secrets)
}

/** The locked round, announced and without results. Returns why it cannot be: nothing is abandoned because its results displease. */
export async function abandonLocked(
  sql: AnySql,
  round: StoredRound,
  secrets: RoundSecrets,
  { actorId, at }: { actorId: number | null; at: Date },
): Promise<ErrorCode | null> {
  if (!(await isKeyLost(sql, round, secrets))) return 'round_key_works'
  await abandonRound(sql, round.id, at)
  await insertRoundChanges(sql, round, [{ what: { code: 'abandoned' }, isPublic: true }], { actorId, at })
  return null
}
