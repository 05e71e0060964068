import { existsSync } from 'node:fs'
import { canBeOpened } from '#actions/round/abandon.ts'
import { createRoundSecrets } from '#run/rounds/secrets.ts'
import { listSealedRounds } from '#store/round/choices.ts'
import { broken, type Check, ok } from './check.ts'
import { NotChecked } from './not-checked.ts'

/** Whether the master key opens the lotteries of rounds without results: it draws nothing and shows nothing. */
export const rounds: Check = {
  name: 'rounds',
  async run({ config, sql }) {
    const waiting = await listSealedRounds(sql())
    if (waiting.length === 0) return [ok('No round waits for its results.')]
    if (!existsSync(config.keyFile)) throw new NotChecked('there is no master key')
    const secrets = createRoundSecrets(config)
    const lost = waiting.filter((round) => !canBeOpened(round, secrets)).map(({ slug }) => slug)
    if (lost.length === 0) return [ok(`The master key opens the lotteries of the rounds without results (${waiting.length}).`)]
    return [
      broken(
        `The master key does not open the lotteries of these rounds, so they cannot have results: ${lost.join(', ')}.`,
        'Restore the KEY_FILE with which they were announced. If it is lost: npx projectory round abandon <slug>',
      ),
    ]
  },
}
