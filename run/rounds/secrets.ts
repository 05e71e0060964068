import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { RoundSecrets } from '#actions/round/round-secrets.ts'
import { seal, unseal } from '#auth/token/seal.ts'
import { createKeyFile, readKeyFile } from '#auth/token/secrets.ts'
import type { Config } from '#run/config/config.ts'

const SEED_BYTES = 32

/**
 * Seeds and keys of rounds are encrypted with a key of their own for each round and purpose, derived from the master key: sealed bytes of one round
 * do not open as those of another. The key file is read when it is first needed: a part that serves no rounds works without it.
 */
export function createRoundSecrets({ keyFile, isProduction }: Pick<Config, 'keyFile' | 'isProduction'>): RoundSecrets {
  let masters: Buffer[] | undefined
  const mastersNow = (): Buffer[] => {
    if (!isProduction) createKeyFile(keyFile)
    masters ??= readKeyFile(keyFile).roundSealing
    return masters
  }
  const keysFor = (purpose: 'seed' | 'pseudonyms', round: number): Buffer[] =>
    mastersNow().map((master) => Buffer.from(hkdfSync('sha256', master, String(round), `round ${purpose}`, 32)))
  return {
    draw(round) {
      const seed = randomBytes(SEED_BYTES)
      return {
        seedHash: createHash('sha256').update(seed).digest('hex'),
        seedSealed: seal(keysFor('seed', round)[0]!, seed),
        keySealed: seal(keysFor('pseudonyms', round)[0]!, randomBytes(SEED_BYTES)),
      }
    },
    openSeed: (round, sealed) => unseal(keysFor('seed', round), Buffer.from(sealed))?.toString('hex') ?? null,
    openKey(round, sealed) {
      const key = unseal(keysFor('pseudonyms', round), Buffer.from(sealed))
      return key && new Uint8Array(key)
    },
  }
}
