import { existsSync } from 'node:fs'
import { unseal } from '#auth/token/seal.ts'
import { readKeyFile, type Secrets } from '#auth/token/secrets.ts'
import { listSigningKeys } from '#store/session/signing-key.ts'
import { broken, type Check, type Finding, note, ok, reasonOf, warning } from './check.ts'

const DAY = 86_400_000
const OLD_DAYS = 100 // they are replaced after 90

export const keys: Check = {
  name: 'keys',
  async run({ config, sql, now }) {
    if (!existsSync(config.keyFile)) {
      if (config.isProduction)
        return [
          broken(
            `The master key ${config.keyFile} does not exist.`,
            'Restore it from the backup; a new one signs everybody out (npx projectory keys create).',
          ),
        ]
      return [note('There is no master key yet.', 'The first start creates it.')]
    }
    let secrets: Secrets
    try {
      secrets = readKeyFile(config.keyFile)
    } catch (error) {
      return [broken(`The master key cannot be used: ${reasonOf(error)}.`, 'Correct the file that KEY_FILE names.')]
    }
    const stored = await listSigningKeys(sql())
    const sealed = stored.filter((key) => key.sealed !== null)
    const closed = sealed.filter(({ sealed }) => unseal(secrets.keySealing, sealed!) === null)
    if (closed.length > 0)
      return [
        broken(
          `The master key does not open ${closed.length} of ${sealed.length} signing keys.`,
          'Use the KEY_FILE of the other processes, or revoke the keys: npx projectory keys revoke <kid>',
        ),
      ]
    const current = stored.find(({ status }) => status === 'current')
    if (!current) return [note('There is no signing key yet.', 'The first start creates it.')]
    const days = Math.floor((now().getTime() - current.currentSince!.getTime()) / DAY)
    const old: Finding[] =
      days > OLD_DAYS
        ? [
            warning(
              `The signing key is ${days} days old.`,
              'Keys are replaced hourly by a running service; by hand: npx projectory keys rotate',
            ),
          ]
        : []
    return [ok(`The master key opens the signing keys; the current one has been signing for ${days} days.`), ...old]
  },
}
